//@ expect: hang
//@ says: Does any thread do so
// Waits for a flag that nobody raises.
#pragma once
#include <cuda_fp16.h>
#include <stdint.h>

namespace oprt::vector_add::nvidia {

template <typename T>
__global__ void vector_add_contiguous_kernel(T *__restrict__ out, const T *__restrict__ a, const T *__restrict__ b,
                                             int64_t n) {
    __shared__ int ready;
    if (threadIdx.x == 0) {
        ready = 0;
    }
    __syncthreads();
    while (*static_cast<volatile int *>(&ready) == 0) {  //~ hang
    }
    int64_t first = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (first < n) {
        out[first] = a[first] + b[first];
    }
}

}  // namespace oprt::vector_add::nvidia
