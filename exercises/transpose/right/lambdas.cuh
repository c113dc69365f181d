// Both halves by one helper, with what is to be moved as a lambda.
#pragma once
#include <stdint.h>

namespace oprt::transpose::nvidia {

// Does something for each place of a tile that lies in the matrix.
template <typename F>
__device__ void each(int64_t n_rows, int64_t n_cols, F move) {
    for (int k = threadIdx.y; k < 32; k += 8) {
        if (k < n_rows && threadIdx.x < n_cols) {
            move(k, threadIdx.x);
        }
    }
}

template <typename T>
__global__ void transpose_kernel(T *out, const T *in, int64_t rows, int64_t cols) {
    __shared__ T tile[32][33];
    int64_t first_row = static_cast<int64_t>(blockIdx.y) * 32;
    int64_t first_col = static_cast<int64_t>(blockIdx.x) * 32;
    each(rows - first_row, cols - first_col, [&](int r, int c) {
        tile[r][c] = in[(first_row + r) * cols + first_col + c];
    });
    __syncthreads();
    each(cols - first_col, rows - first_row, [&](int r, int c) {
        out[(first_col + r) * rows + first_row + c] = tile[c][r];
    });
}

}  // namespace oprt::transpose::nvidia
