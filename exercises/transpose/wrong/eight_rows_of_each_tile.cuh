//@ expect: unwritten-output
//@ says: Never written: columns 8 to 16
// A block has 8 rows of threads, its tile 32: without a loop, 24 are left out.
#pragma once
#include <stdint.h>

namespace oprt::transpose::nvidia {

template <typename T>
__global__ void transpose_kernel(T *out, const T *in, int64_t rows, int64_t cols) {  //~ unwritten-output
    __shared__ T tile[32][33];
    int64_t first_row = static_cast<int64_t>(blockIdx.y) * 32;
    int64_t first_col = static_cast<int64_t>(blockIdx.x) * 32;
    int64_t row = first_row + threadIdx.y;
    int64_t col = first_col + threadIdx.x;
    if (row < rows && col < cols) {
        tile[threadIdx.y][threadIdx.x] = in[row * cols + col];
    }
    __syncthreads();
    int64_t out_row = first_col + threadIdx.x;
    int64_t out_col = first_row + threadIdx.y;
    if (out_row < cols && out_col < rows) {
        out[out_row * rows + out_col] = tile[threadIdx.y][threadIdx.x];
    }
}

}  // namespace oprt::transpose::nvidia
