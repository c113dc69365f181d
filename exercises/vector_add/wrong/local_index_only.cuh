//@ expect: unwritten-output
//@ says: the index lacks blockIdx.x
// Every block works on the first 256 elements.
#pragma once
#include <cuda_fp16.h>
#include <stdint.h>

namespace oprt::vector_add::nvidia {

template <typename T>
__global__ void vector_add_contiguous_kernel(T *__restrict__ out, const T *__restrict__ a, const T *__restrict__ b,  //~ unwritten-output
                                             int64_t n) {
    if (threadIdx.x < n) {
        out[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x];
    }
}

}  // namespace oprt::vector_add::nvidia
