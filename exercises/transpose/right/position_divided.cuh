// The position in the tile as one number that is divided again, over what lies inside only.
#pragma once
#include <stdint.h>

namespace oprt::transpose::nvidia {

template <typename T>
__global__ void transpose_kernel(T *out, const T *in, int64_t rows, int64_t cols) {
    __shared__ T tile[32 * 33];
    int64_t first_row = static_cast<int64_t>(blockIdx.y) * 32;
    int64_t first_col = static_cast<int64_t>(blockIdx.x) * 32;
    int n_rows = rows - first_row < 32 ? static_cast<int>(rows - first_row) : 32;
    int n_cols = cols - first_col < 32 ? static_cast<int>(cols - first_col) : 32;
    int thread = threadIdx.y * 32 + threadIdx.x;
    for (int i = thread; i < n_rows * n_cols; i += 256) {
        int row = i / n_cols, col = i % n_cols;
        tile[row * 33 + col] = in[(first_row + row) * cols + first_col + col];
    }
    __syncthreads();
    for (int i = thread; i < n_rows * n_cols; i += 256) {
        int row = i % n_rows, col = i / n_rows;
        out[(first_col + col) * rows + first_row + row] = tile[row * 33 + col];
    }
}

}  // namespace oprt::transpose::nvidia
