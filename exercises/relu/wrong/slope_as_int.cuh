//@ expect: wrong-result
//@ says: has lost its fraction
// The slope loses its fraction.
#pragma once
#include <stdint.h>

namespace oprt::relu::nvidia {

struct Relu {  //~ wrong-result
    float slope;

    template <typename T>
    __device__ T operator()(T x) const {
        return x > static_cast<T>(0.0f) ? x : static_cast<T>(static_cast<float>(static_cast<int>(slope)) * static_cast<float>(x));
    }
};

}  // namespace oprt::relu::nvidia
