//@ expect: wrong-result
//@ says: `out[0]` is 0.3889985, wanted 1.555994
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
