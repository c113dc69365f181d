//@ expect: uninitialized-read
//@ says: tile
// Each pass loads 8 rows of the tile and stores 8 columns, although the other rows are not there yet.
#pragma once
#include <stdint.h>

namespace oprt::transpose::nvidia {

template <typename T>
__global__ void transpose_kernel(T *out, const T *in, int64_t rows, int64_t cols) {
    __shared__ T tile[32][33];
    int64_t first_row = static_cast<int64_t>(blockIdx.y) * 32;
    int64_t first_col = static_cast<int64_t>(blockIdx.x) * 32;
    for (int k = threadIdx.y; k < 32; k += 8) {
        if (first_row + k < rows && first_col + threadIdx.x < cols) {
            tile[k][threadIdx.x] = in[(first_row + k) * cols + first_col + threadIdx.x];
        }
        __syncthreads();
        if (first_col + k < cols && first_row + threadIdx.x < rows) {
            out[(first_col + k) * rows + first_row + threadIdx.x] = tile[threadIdx.x][k];  //~ uninitialized-read
        }
        __syncthreads();
    }
}

}  // namespace oprt::transpose::nvidia
