//@ expect: compile-error
//@ says: void
// A kernel returns nothing.
#pragma once
#include <cuda_fp16.h>
#include <stdint.h>

namespace oprt::vector_add::nvidia {

template <typename T>
__global__ int vector_add_contiguous_kernel(T *out, const T *a, const T *b, int64_t n) {  //~ compile-error
    int64_t i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < n) {
        out[i] = a[i] + b[i];
    }
    return 0;
}

}  // namespace oprt::vector_add::nvidia
