//@ expect: barrier-divergence
//@ says: 32 of 256 threads wait here
// How often the loop goes round depends on the warp, and the barrier stands inside.
#pragma once
#include <stdint.h>

namespace oprt::transpose::nvidia {

template <typename T>
__global__ void transpose_kernel(T *out, const T *in, int64_t rows, int64_t cols) {
    __shared__ T tile[32][33];
    int64_t first_row = static_cast<int64_t>(blockIdx.y) * 32;
    int64_t first_col = static_cast<int64_t>(blockIdx.x) * 32;
    for (int k = threadIdx.y; k < 32 && first_row + k < rows; k += 8) {
        if (first_col + threadIdx.x < cols) {
            tile[k][threadIdx.x] = in[(first_row + k) * cols + first_col + threadIdx.x];
        }
        __syncthreads();  //~ barrier-divergence
    }
    __syncthreads();
    for (int k = threadIdx.y; k < 32; k += 8) {
        if (first_col + k < cols && first_row + threadIdx.x < rows) {
            out[(first_col + k) * rows + first_row + threadIdx.x] = tile[threadIdx.x][k];
        }
    }
    __syncthreads();
}

}  // namespace oprt::transpose::nvidia
