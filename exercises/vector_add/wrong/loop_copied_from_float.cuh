//@ expect: out-of-bounds
//@ says: `b` has 1 element of type half
// Written for float: half arrays are half as long in bytes.
#pragma once
#include <cuda_fp16.h>
#include <stdint.h>

namespace oprt::vector_add::nvidia {

template <typename T>
__global__ void vector_add_contiguous_kernel(T *__restrict__ out, const T *__restrict__ a, const T *__restrict__ b,
                                             int64_t n) {
    int64_t first = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    int64_t stride = static_cast<int64_t>(gridDim.x) * blockDim.x;
    const float *x = reinterpret_cast<const float *>(a);
    const float *y = reinterpret_cast<const float *>(b);
    float *z = reinterpret_cast<float *>(out);
    for (int64_t i = first; i < n; i += stride) {
        z[i] = x[i] + y[i];  //~ out-of-bounds
    }
}

}  // namespace oprt::vector_add::nvidia
