//@ expect: wrong-result
//@ says: multiplied by 0.01
// A slope of its own in place of the attribute.
#pragma once
#include <stdint.h>

namespace oprt::relu::nvidia {

struct Relu {  //~ wrong-result
    float slope;

    template <typename T>
    __device__ T operator()(T x) const {
        return x > static_cast<T>(0.0f) ? x : static_cast<T>(0.01f) * x;
    }
};

}  // namespace oprt::relu::nvidia
