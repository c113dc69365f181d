#pragma once
#include <stdint.h>

// 令 out[col][row] = in[row][col]：按行存放的 rows × cols 矩阵的转置。
//
// 每个线程块让一个 32 × 32 个元素的数据块（tile）经过共享内存。读入时沿着 `in` 的行，写出时沿着 `out` 的行，所以两次都是
// 相邻的线程访问相邻的元素。行和列在共享内存里对调，在那里只要 bank 不同，按什么顺序取元素都一样快。
namespace oprt::transpose::nvidia {

constexpr int TILE = 32;       // 数据块的行数和列数。一个线程束对应它的一行。
constexpr int BLOCK_ROWS = 8;  // 线程块有 32 × 8 个线程，所以每个线程搬运数据块的 4 个元素。

template <typename T>
__global__ void transpose_kernel(T *out, const T *in, int64_t rows, int64_t cols) {
    // 最后一列从不使用。没有它，一列的 32 个元素都在同一个 bank 里，读取它们的线程束要轮 32 次；
    // 有了它，每一行都错开一个 bank。
    __shared__ T tile[TILE][TILE + 1];

    // 数据块的左上角在 `in` 中的位置。先转换为 int64_t：大矩阵的下标放不进 32 位。
    int64_t first_row = static_cast<int64_t>(blockIdx.y) * TILE;
    int64_t first_col = static_cast<int64_t>(blockIdx.x) * TILE;

    // 读入：threadIdx.x 沿着 `in` 的一行计数。
    int64_t col = first_col + threadIdx.x;
    for (int k = threadIdx.y; k < TILE; k += BLOCK_ROWS) {
        int64_t row = first_row + k;
        if (row < rows && col < cols) {
            tile[k][threadIdx.x] = in[row * cols + col];
        }
    }

    // 需要一个元素的线程，不是读入它的那个线程。所有线程都经过这里，没有元素的线程也不例外。
    __syncthreads();

    // 写出：threadIdx.x 沿着 `out` 的一行计数，也就是 `in` 的一列。所以现在 threadIdx.x 选择数据块的行，k 选择列；
    // 判断也跟着对调。
    int64_t out_col = first_row + threadIdx.x;
    for (int k = threadIdx.y; k < TILE; k += BLOCK_ROWS) {
        int64_t out_row = first_col + k;
        if (out_row < cols && out_col < rows) {
            out[out_row * rows + out_col] = tile[threadIdx.x][k];
        }
    }
}

}  // namespace oprt::transpose::nvidia
