//@ expect: compile-error
//@ says: takes other parameters
// The kernel works out its own n.
#pragma once
#include <cuda_fp16.h>
#include <stdint.h>

namespace oprt::vector_add::nvidia {

template <typename T>
__global__ void vector_add_contiguous_kernel(T *out, const T *a, const T *b) {  //~ compile-error
    int64_t i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    out[i] = a[i] + b[i];
}

}  // namespace oprt::vector_add::nvidia
