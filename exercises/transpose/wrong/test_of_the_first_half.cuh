//@ expect: out-of-bounds
//@ says: the kernel writes `out[2]`
// Only threads that had an element to load store one. At the edges these are other threads.
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
        if (first_row + k < rows && col < cols) {
            tile[k][threadIdx.x] = in[(first_row + k) * cols + col];
        }
    }
    __syncthreads();
    for (int k = threadIdx.y; k < 32; k += 8) {
        if (first_row + k < rows && col < cols) {
            out[(first_col + k) * rows + first_row + threadIdx.x] = tile[threadIdx.x][k];  //~ out-of-bounds
        }
    }
}

}  // namespace oprt::transpose::nvidia
