//@ expect: assert
//@ says: n % blockDim.x == 0
// The kernel claims that n fills whole blocks.
#pragma once
#include <assert.h>
#include <cuda_fp16.h>
#include <stdint.h>

namespace oprt::vector_add::nvidia {

template <typename T>
__global__ void vector_add_contiguous_kernel(T *__restrict__ out, const T *__restrict__ a, const T *__restrict__ b,
                                             int64_t n) {
    assert(n % blockDim.x == 0);  //~ assert
    int64_t i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    for (; i < n; i += static_cast<int64_t>(gridDim.x) * blockDim.x) {
        out[i] = a[i] + b[i];
    }
}

}  // namespace oprt::vector_add::nvidia
