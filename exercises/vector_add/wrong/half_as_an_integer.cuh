//@ expect: compile-error
//@ says: must have integral
// half has no operator for this.
#pragma once
#include <cuda_fp16.h>
#include <stdint.h>

namespace oprt::vector_add::nvidia {

template <typename T>
__global__ void vector_add_contiguous_kernel(T *__restrict__ out, const T *__restrict__ a, const T *__restrict__ b,
                                             int64_t n) {
    int64_t first = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (first < n) {
        out[first] = a[first] | b[first];  //~ compile-error
    }
}

}  // namespace oprt::vector_add::nvidia
