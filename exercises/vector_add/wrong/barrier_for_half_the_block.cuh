//@ expect: barrier-divergence
//@ says: threads of one block meet at different barriers
// Half of the threads wait for the other half, which waits somewhere else.
#pragma once
#include <cuda_fp16.h>
#include <stdint.h>

namespace oprt::vector_add::nvidia {

template <typename T>
__global__ void vector_add_contiguous_kernel(T *__restrict__ out, const T *__restrict__ a, const T *__restrict__ b,
                                             int64_t n) {
    __shared__ T left[128];
    __shared__ T right[128];
    int64_t i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    T x = i < n ? a[i] : T(0.0f);
    if (threadIdx.x < 128) {
        left[threadIdx.x] = x;
        __syncthreads();  //~ barrier-divergence
        x = left[threadIdx.x];
    } else {
        right[threadIdx.x - 128] = x;
        __syncthreads();
        x = right[threadIdx.x - 128];
    }
    for (; i < n; i += static_cast<int64_t>(gridDim.x) * blockDim.x) {
        out[i] = a[i] + b[i];
    }
}

}  // namespace oprt::vector_add::nvidia
