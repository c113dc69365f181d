//@ expect: hang
//@ says: the kernel had not ended when its steps were spent
// The step is multiplied, and 0 stays 0.
#pragma once
#include <cuda_fp16.h>
#include <stdint.h>

namespace oprt::vector_add::nvidia {

template <typename T>
__global__ void vector_add_contiguous_kernel(T *__restrict__ out, const T *__restrict__ a, const T *__restrict__ b,
                                             int64_t n) {
    int64_t i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    while (i < n) {  //~ hang
        out[i] = a[i] + b[i];
        i *= 2;
    }
}

}  // namespace oprt::vector_add::nvidia
