//@ expect: wrong-result
//@ says: holds the result of row r - 1
// The element on the left is read.
#pragma once
#include <stdint.h>

namespace oprt::transpose::nvidia {

template <typename T>
__global__ void transpose_kernel(T *out, const T *in, int64_t rows, int64_t cols) {
    __shared__ T tile[32][33];
    int64_t first_row = static_cast<int64_t>(blockIdx.y) * 32;
    int64_t first_col = static_cast<int64_t>(blockIdx.x) * 32;
    int64_t col = first_col + threadIdx.x;
    for (int k = threadIdx.y; k < 32; k += 8) {
        int64_t row = first_row + k;
        if (row < rows && col < cols) {
            tile[k][threadIdx.x] = in[row * cols + (col > 0 ? col - 1 : 0)];
        }
    }
    __syncthreads();
    int64_t out_col = first_row + threadIdx.x;
    for (int k = threadIdx.y; k < 32; k += 8) {
        int64_t out_row = first_col + k;
        if (out_row < cols && out_col < rows) {
            out[out_row * rows + out_col] = tile[threadIdx.x][k];  //~ wrong-result
        }
    }
}

}  // namespace oprt::transpose::nvidia
