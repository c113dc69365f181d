//@ expect: launch-failure
//@ says: bytes of shared memory
//@ line: none
// Three tiles in shared memory that do not fit together.
#pragma once
#include <cuda_fp16.h>
#include <stdint.h>

namespace oprt::vector_add::nvidia {

template <typename T>
__global__ void vector_add_contiguous_kernel(T *__restrict__ out, const T *__restrict__ a, const T *__restrict__ b,
                                             int64_t n) {
    __shared__ T ta[40000], tb[40000], tc[40000];
    int64_t base = static_cast<int64_t>(blockIdx.x) * blockDim.x;
    for (; base < n; base += static_cast<int64_t>(gridDim.x) * blockDim.x) {
        int64_t i = base + threadIdx.x;
        int64_t left = n - base < 256 ? n - base : 256;
        if (i < n) {
            ta[threadIdx.x] = a[i];
            tb[threadIdx.x] = b[i];
        }
        __syncthreads();
        if (i < n) {
            int64_t other = left - 1 - threadIdx.x;
            tc[other] = ta[other] + tb[other];
        }
        __syncthreads();
        if (i < n) {
            out[i] = tc[threadIdx.x];
        }
    }
}

}  // namespace oprt::vector_add::nvidia
