#pragma once
#include <cuda_fp16.h>
#include <stdint.h>

// out = a × b：对 p = 0 … k-1，out[row][col] = Σ a[row][p] * b[p][col]，其中 a 是 m × k，b 是 k × n，out 是 m × n，都按
// 行存放。
//
// 每个线程块用 16 × 16 个线程计算 out 的一个 16 × 16 数据块（tile）。它沿着 a 的行、b 的列一块一块地前进：两个矩阵各有
// 一个数据块被搬进共享内存一次，每个元素在那里使用 16 次。
namespace oprt::matmul::nvidia {

constexpr int TILE = 16;

template <typename T>
__global__ void matmul_tiled_kernel(T *out, const T *a, const T *b, int64_t m, int64_t n, int64_t k) {
    __shared__ T a_tile[TILE][TILE];
    __shared__ T b_tile[TILE][TILE];

    int64_t row = static_cast<int64_t>(blockIdx.y) * TILE + threadIdx.y;
    int64_t col = static_cast<int64_t>(blockIdx.x) * TILE + threadIdx.x;

    // 不管 T 是什么，和都是 float：half 只有 11 位，在很大的和旁边会丢掉小的乘积。
    float sum = 0.0f;
    for (int64_t first = 0; first < k; first += TILE) {
        // 每个线程为两个数据块各搬一个元素。相邻的线程取相邻的列。超出矩阵的部分算作 0，对任何和都没有影响。
        int64_t a_col = first + threadIdx.x;
        int64_t b_row = first + threadIdx.y;
        a_tile[threadIdx.y][threadIdx.x] = row < m && a_col < k ? a[row * k + a_col] : T(0.0f);
        b_tile[threadIdx.y][threadIdx.x] = b_row < k && col < n ? b[b_row * n + col] : T(0.0f);
        __syncthreads();  // 数据块完整之后，才有人开始相乘。

        for (int p = 0; p < TILE; ++p) {
            sum += static_cast<float>(a_tile[threadIdx.y][p]) * static_cast<float>(b_tile[p][threadIdx.x]);
        }
        __syncthreads();  // 大家都用完数据块之后，下一批才能覆盖它们。
    }

    // out 之外的线程帮忙载入了数据，但没有要写的元素。
    if (row < m && col < n) {
        out[row * n + col] = static_cast<T>(sum);
    }
}

}  // namespace oprt::matmul::nvidia
