//@ expect: unwritten-output
//@ says: each thread has to handle more than one
// No grid-stride loop: right while the grid has a thread for each element.
#pragma once
#include <cuda_fp16.h>
#include <stdint.h>

namespace oprt::vector_add::nvidia {

template <typename T>
__global__ void vector_add_contiguous_kernel(T *__restrict__ out, const T *__restrict__ a, const T *__restrict__ b,  //~ unwritten-output
                                             int64_t n) {
    int64_t first = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (first >= n) {
        return;
    }
    out[first] = a[first] + b[first];
}

}  // namespace oprt::vector_add::nvidia
