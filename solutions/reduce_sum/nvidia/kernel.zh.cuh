#pragma once
#include <stdint.h>

// 对按行存放的 rows × cols 矩阵的每一行，令 out[row] = in[row][0] + … + in[row][cols-1]。
//
// 每一行一个线程块。线程块的线程数可以是不超过 256 的任何 2 的幂；它需要 blockDim.x 个 float 的动态共享内存。
namespace oprt::reduce_sum::nvidia {

__global__ void reduce_sum_rowwise_kernel(float *out, const float *in, int64_t rows, int64_t cols) {
    extern __shared__ float partial[];
    int64_t row = blockIdx.x;
    if (row >= rows) {
        return;  // 整个线程块一起离开。
    }

    // 每个线程每隔 blockDim.x 列加一列，所以相邻的线程读相邻的地址。没有分到列的线程仍然写入 0：下面的树会读全部单元。
    float sum = 0.0f;
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        sum += in[row * cols + col];
    }
    partial[threadIdx.x] = sum;
    __syncthreads();  // 每个单元都写好之后，线程才读别的线程的单元。

    // 树：把一半单元加到另一半，直到只剩一个。
    for (unsigned int active = blockDim.x / 2; active > 0; active /= 2) {
        if (threadIdx.x < active) {
            partial[threadIdx.x] += partial[threadIdx.x + active];
        }
        __syncthreads();  // 放在 if 之外：线程块的所有线程都必须到达。
    }

    if (threadIdx.x == 0) {
        out[row] = partial[0];
    }
}

}  // namespace oprt::reduce_sum::nvidia
