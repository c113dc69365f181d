// Four rows of each thread, written out.
#pragma once
#include <stdint.h>

namespace oprt::transpose::nvidia {

template <typename T>
__global__ void transpose_kernel(T *out, const T *in, int64_t rows, int64_t cols) {
    __shared__ T tile[32][33];
    const unsigned int x = threadIdx.x, y = threadIdx.y;
    const int64_t row = blockIdx.y * 32LL, col = blockIdx.x * 32LL;
    const T *from = in + (row + y) * cols + col + x;
    if (col + x < cols) {
        if (row + y < rows) tile[y][x] = from[0];
        if (row + y + 8 < rows) tile[y + 8][x] = from[8 * cols];
        if (row + y + 16 < rows) tile[y + 16][x] = from[16 * cols];
        if (row + y + 24 < rows) tile[y + 24][x] = from[24 * cols];
    }
    __syncthreads();
    T *to = out + (col + y) * rows + row + x;
    if (row + x < rows) {
        if (col + y < cols) to[0] = tile[x][y];
        if (col + y + 8 < cols) to[8 * rows] = tile[x][y + 8];
        if (col + y + 16 < cols) to[16 * rows] = tile[x][y + 16];
        if (col + y + 24 < cols) to[24 * rows] = tile[x][y + 24];
    }
}

}  // namespace oprt::transpose::nvidia
