//@ expect: unwritten-output
//@ says: the kernel stored nothing in it
// No thread does anything.
#pragma once
#include <cuda_fp16.h>
#include <stdint.h>

namespace oprt::vector_add::nvidia {

template <typename T>
__global__ void vector_add_contiguous_kernel(T *__restrict__ out, const T *__restrict__ a, const T *__restrict__ b,  //~ unwritten-output
                                             int64_t n) {
}

}  // namespace oprt::vector_add::nvidia
