#pragma once
#include <stdint.h>

// 任务：令 out[col][row] = in[row][col]。`in` 有 rows × cols 个元素，`out` 有 cols × rows 个，都按行存放：`in` 的元素
// (row, col) 位于 in[row * cols + col]。
//
// 每个 32 × 32 个元素的数据块（tile）由一个 32 × 8 个线程的线程块处理：blockIdx.x 从左到右给数据块编号，blockIdx.y
// 从上到下。threadIdx.x 相邻的线程，读和写时都应当访问相邻的元素。所以数据块要经过共享内存，在那里转置。
namespace oprt::transpose::nvidia {

constexpr int TILE = 32;       // 数据块的行数和列数。一个线程束对应它的一行。
constexpr int BLOCK_ROWS = 8;  // 线程块有 32 × 8 个线程，所以每个线程搬运数据块的 4 个元素。

template <typename T>
__global__ void transpose_kernel(T *out, const T *in, int64_t rows, int64_t cols) {
    __shared__ T tile[TILE][TILE];  // TODO 5：见下面。

    // TODO 1：这个线程块的数据块从 `in` 的哪一行、哪一列开始？
    // TODO 2：读入数据块：对 k = threadIdx.y、threadIdx.y + BLOCK_ROWS……直到 TILE，读入它的第 k 行，threadIdx.x 是列。
    //         在矩阵的边缘，数据块的一部分在矩阵之外。
    // TODO 3：从这里开始，线程要读取别的线程读入的元素。中间必须有什么？
    // TODO 4：写出数据块：它在 `out` 中从哪里开始？threadIdx.x 现在沿着 `out` 的一行计数。那里应当放数据块的哪个元素，
    //         什么在矩阵之外？
    // TODO 5：所有测试都通过之后，运行 `camp profile transpose`。`tile` 多一列就会更快。为什么？
}

}  // namespace oprt::transpose::nvidia
