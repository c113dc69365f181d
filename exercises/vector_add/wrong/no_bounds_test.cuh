//@ expect: out-of-bounds
//@ says: Test the index before the access
// The last block has more threads than there are elements left.
#pragma once
#include <cuda_fp16.h>
#include <stdint.h>

namespace oprt::vector_add::nvidia {

template <typename T>
__global__ void vector_add_contiguous_kernel(T *__restrict__ out, const T *__restrict__ a, const T *__restrict__ b,
                                             int64_t n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    T x = a[i];  //~ out-of-bounds
    T y = b[i];
    out[i] = x + y;
}

}  // namespace oprt::vector_add::nvidia
