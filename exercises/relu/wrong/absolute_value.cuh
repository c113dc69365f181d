//@ expect: wrong-result
//@ says: `in > 0 ? in : -slope * in`
// Negative elements are folded up.
#pragma once
#include <stdint.h>

namespace oprt::relu::nvidia {

struct Relu {  //~ wrong-result
    float slope;

    template <typename T>
    __device__ T operator()(T x) const {
        return x > static_cast<T>(0.0f) ? x : -static_cast<T>(slope) * x;
    }
};

}  // namespace oprt::relu::nvidia
