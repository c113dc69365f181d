//@ expect: wrong-result
//@ says: does not arrive at its place
// Tiles are turned, and counted on in `out` as they come: from left to right, then from top to bottom.
#pragma once
#include <cuda_fp16.h>
#include <stdint.h>

namespace oprt::transpose::nvidia {

template <typename T>
__global__ void transpose_kernel(T *out, const T *in, int64_t rows, int64_t cols) {
    __shared__ T tile[32][33];
    int64_t first_row = static_cast<int64_t>(blockIdx.y) * 32;
    int64_t first_col = static_cast<int64_t>(blockIdx.x) * 32;
    int64_t n_tiles = (rows + 31) / 32;
    int64_t number = static_cast<int64_t>(blockIdx.y) * gridDim.x + blockIdx.x;
    for (int k = threadIdx.y; k < 32; k += 8) {
        bool is_inside = first_row + k < rows && first_col + threadIdx.x < cols;
        tile[k][threadIdx.x] = is_inside ? in[(first_row + k) * cols + first_col + threadIdx.x] : T(0.0f);
    }
    __syncthreads();
    for (int k = threadIdx.y; k < 32; k += 8) {
        int64_t out_row = number / n_tiles * 32 + k;
        int64_t out_col = number % n_tiles * 32 + threadIdx.x;
        if (out_row < cols && out_col < rows) {
            out[out_row * rows + out_col] = tile[threadIdx.x][k];  //~ wrong-result
        }
    }
}

}  // namespace oprt::transpose::nvidia
