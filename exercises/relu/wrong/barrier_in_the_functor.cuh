//@ expect: barrier-divergence
//@ says: `__syncthreads()`
// Threads with positive elements and the others meet at different barriers.
#pragma once
#include <stdint.h>

namespace oprt::relu::nvidia {

struct Relu {
    float slope;

    template <typename T>
    __device__ T operator()(T x) const {
        __shared__ int n_negative;
        if (x > static_cast<T>(0.0f)) {
            __syncthreads();
            return x;
        }
        if (threadIdx.x == 0) {
            n_negative = 1;
        }
        __syncthreads();  //~ barrier-divergence
        return static_cast<T>(slope * static_cast<float>(n_negative)) * x;
    }
};

}  // namespace oprt::relu::nvidia
