//@ expect: race
//@ says: __syncthreads()
// The second half of the tile is loaded while others still store the first.
#pragma once
#include <stdint.h>

namespace oprt::transpose::nvidia {

template <typename T>
__global__ void transpose_kernel(T *out, const T *in, int64_t rows, int64_t cols) {
    __shared__ T tile[16][33];
    int64_t first_row = static_cast<int64_t>(blockIdx.y) * 32;
    int64_t first_col = static_cast<int64_t>(blockIdx.x) * 32;
    for (int part = 0; part < 32; part += 16) {
        for (int k = threadIdx.y; k < 16; k += 8) {
            int64_t row = first_row + part + k;
            int64_t col = first_col + threadIdx.x;
            if (row < rows && col < cols) {
                tile[k][threadIdx.x] = in[row * cols + col];
            }
        }
        __syncthreads();
        int x = threadIdx.x % 16;
        for (int k = threadIdx.y * 2 + threadIdx.x / 16; k < 32; k += 16) {
            int64_t out_row = first_col + k;
            int64_t out_col = first_row + part + x;
            if (out_row < cols && out_col < rows) {
                out[out_row * rows + out_col] = tile[x][k];  //~ race
            }
        }
    }
}

}  // namespace oprt::transpose::nvidia
