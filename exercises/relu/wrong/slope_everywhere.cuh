//@ expect: wrong-result
//@ says: positive ones too
// Positive elements are multiplied, too.
#pragma once
#include <stdint.h>

namespace oprt::relu::nvidia {

struct Relu {  //~ wrong-result
    float slope;

    template <typename T>
    __device__ T operator()(T x) const {
        return static_cast<T>(slope) * x;
    }
};

}  // namespace oprt::relu::nvidia
