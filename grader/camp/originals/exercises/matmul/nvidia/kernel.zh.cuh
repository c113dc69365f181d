#pragma once
#include <cuda_fp16.h>
#include <stdint.h>

// 任务：out = a × b，即对 p = 0 … k-1，out[row][col] = Σ a[row][p] * b[p][col]，其中 a 是 m × k，b 是 k × n，out 是 m ×
// n，都按行存放。
//
// out 的每个 16 × 16 数据块（tile）由一个 16 × 16 线程的线程块处理；blockIdx.x 向右数数据块，blockIdx.y 向下数。
// m、n、k 可以是任意大小，不一定是 16 的倍数。
namespace oprt::matmul::nvidia {

constexpr int TILE = 16;

template <typename T>
__global__ void matmul_tiled_kernel(T *out, const T *a, const T *b, int64_t m, int64_t n, int64_t k) {
    __shared__ T a_tile[TILE][TILE];
    __shared__ T b_tile[TILE][TILE];

    // TODO 1：这个线程负责 out 的哪一行、哪一列？

    // TODO 2：和应该是什么类型？half 只有 11 位，在很大的和旁边会丢掉小的乘积。
    // TODO 3：每一步处理 TILE 个乘积，走完全部 k 个。在每一步中：
    //         - 每个线程把 a 的一个元素搬到 a_tile，把 b 的一个元素搬到 b_tile；超出矩阵的部分算作 0；
    //         - 什么时候可以读数据块？
    //         - 把 a_tile 的一行和 b_tile 的一列的 TILE 个乘积加到和上；
    //         - 什么时候下一步可以覆盖数据块？
    // TODO 4：把和写到 out。不是每个线程在那里都有元素。
}

}  // namespace oprt::matmul::nvidia
