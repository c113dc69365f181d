//@ expect: out-of-bounds
//@ says: `a[1]`
// The test guards the write alone; the reads before it go too far.
#pragma once
#include <cuda_fp16.h>
#include <stdint.h>

namespace oprt::vector_add::nvidia {

template <typename T>
__global__ void vector_add_contiguous_kernel(T *__restrict__ out, const T *__restrict__ a, const T *__restrict__ b,
                                             int64_t n) {
    int64_t i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    int64_t stride = static_cast<int64_t>(gridDim.x) * blockDim.x;
    volatile const T *va = a;
    for (int64_t base = 0; base < n; base += stride, i += stride) {
        unsigned short bits = *reinterpret_cast<volatile const unsigned short *>(&va[i]);  //~ out-of-bounds
        if (i < n && bits == bits) {
            out[i] = a[i] + b[i];
        }
    }
}

}  // namespace oprt::vector_add::nvidia
