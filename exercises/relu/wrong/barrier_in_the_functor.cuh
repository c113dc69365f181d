//@ expect: barrier-divergence
// Threads have different numbers of elements, so not all of them come by.
#pragma once
#include <stdint.h>

namespace oprt::relu::nvidia {

struct Relu {
    float slope;

    template <typename T>
    __device__ T operator()(T x) const {
        __syncthreads();  //~ barrier-divergence
        return x > static_cast<T>(0.0f) ? x : static_cast<T>(slope) * x;
    }
};

}  // namespace oprt::relu::nvidia
