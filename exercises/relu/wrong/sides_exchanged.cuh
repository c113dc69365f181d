//@ expect: wrong-result
//@ says: The two sides are exchanged
// The two sides of the colon are exchanged.
#pragma once
#include <stdint.h>

namespace oprt::relu::nvidia {

struct Relu {  //~ wrong-result
    float slope;

    template <typename T>
    __device__ T operator()(T x) const {
        return x > static_cast<T>(0.0f) ? static_cast<T>(slope) * x : x;
    }
};

}  // namespace oprt::relu::nvidia
