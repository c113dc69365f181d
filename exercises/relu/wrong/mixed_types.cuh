//@ expect: compile-error
//@ says: half can become float and float can become half
// half and float do not mix.
#pragma once
#include <stdint.h>

namespace oprt::relu::nvidia {

struct Relu {
    float slope;

    template <typename T>
    __device__ T operator()(T x) const {
        return x > static_cast<T>(0.0f) ? x : slope * x;  //~ compile-error
    }
};

}  // namespace oprt::relu::nvidia
