//@ expect: unwritten-output
//@ says: the kernel stored nothing in it
// No thread does anything.
#pragma once
#include <cuda_fp16.h>
#include <stdint.h>

namespace oprt::matmul::nvidia {

constexpr int TILE = 16;

template <typename T>
__global__ void matmul_tiled_kernel(T *out, const T *a, const T *b, int64_t m, int64_t n, int64_t k) {  //~ unwritten-output
}

}  // namespace oprt::matmul::nvidia
