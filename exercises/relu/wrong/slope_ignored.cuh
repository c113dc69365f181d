//@ expect: wrong-result
//@ says: the slope does not count
// Everything below 0 becomes 0: the plain ReLU.
#pragma once
#include <stdint.h>

namespace oprt::relu::nvidia {

struct Relu {  //~ wrong-result
    float slope;

    template <typename T>
    __device__ T operator()(T x) const {
        return x > static_cast<T>(0.0f) ? x : static_cast<T>(0.0f);
    }
};

}  // namespace oprt::relu::nvidia
