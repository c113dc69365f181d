//@ expect: unwritten-output
//@ says: `out[1]` was never written
// Threads without an element to load leave, although they have elements to store.
#pragma once
#include <stdint.h>

namespace oprt::transpose::nvidia {

template <typename T>
__global__ void transpose_kernel(T *out, const T *in, int64_t rows, int64_t cols) {  //~ unwritten-output
    __shared__ T tile[32][33];
    int64_t first_row = static_cast<int64_t>(blockIdx.y) * 32;
    int64_t first_col = static_cast<int64_t>(blockIdx.x) * 32;
    int64_t col = first_col + threadIdx.x;
    if (col >= cols) {
        return;
    }
    for (int k = threadIdx.y; k < 32; k += 8) {
        if (first_row + k < rows) {
            tile[k][threadIdx.x] = in[(first_row + k) * cols + col];
        }
    }
    __syncthreads();
    int64_t out_col = first_row + threadIdx.x;
    for (int k = threadIdx.y; k < 32; k += 8) {
        int64_t out_row = first_col + k;
        if (out_row < cols && out_col < rows) {
            out[out_row * rows + out_col] = tile[threadIdx.x][k];
        }
    }
}

}  // namespace oprt::transpose::nvidia
