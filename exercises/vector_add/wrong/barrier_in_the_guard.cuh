//@ expect: barrier-divergence
//@ says: Move `__syncthreads()` out of the branch
// Threads with an element wait inside the `if`, the others at the barrier behind it.
#pragma once
#include <cuda_fp16.h>
#include <stdint.h>

namespace oprt::vector_add::nvidia {

template <typename T>
__global__ void vector_add_contiguous_kernel(T *__restrict__ out, const T *__restrict__ a, const T *__restrict__ b,
                                             int64_t n) {
    __shared__ T tile[256];
    int64_t i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < n) {
        tile[threadIdx.x] = a[i];
        __syncthreads();  //~ barrier-divergence
        out[i] = tile[threadIdx.x] + b[i];
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        tile[0] = T(0.0f);
    }
}

}  // namespace oprt::vector_add::nvidia
