//@ expect: wrong-result
//@ says: Every element of `out` is 0
// Every output is 0.
#pragma once
#include <cuda_fp16.h>
#include <stdint.h>

namespace oprt::matmul::nvidia {

constexpr int TILE = 16;

template <typename T>
__global__ void matmul_tiled_kernel(T *out, const T *a, const T *b, int64_t m, int64_t n, int64_t k) {
    int64_t row = static_cast<int64_t>(blockIdx.y) * TILE + threadIdx.y;
    int64_t col = static_cast<int64_t>(blockIdx.x) * TILE + threadIdx.x;
    if (row < m && col < n) {
        out[row * n + col] = T(0.0f);  //~ wrong-result
    }
}

}  // namespace oprt::matmul::nvidia
