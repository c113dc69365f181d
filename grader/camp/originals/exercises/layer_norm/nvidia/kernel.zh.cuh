#pragma once
#include <math.h>
#include <stdint.h>

// 任务：对按行存放的 rows × cols 矩阵的每一行，计算
// 输出 out[row][col] = (in[row][col] - mean) / sqrt(variance + eps) * gamma[col] + beta[col]。
// 其中 mean 是这一行的平均值，variance 是 (in[row][col] - mean)² 的平均值。gamma 和 beta 的每一列各有一个值。
//
// 每一行由一个 256 线程的线程块处理，它有一块共享内存，每个线程一个 float。
namespace oprt::layer_norm::nvidia {

// 线程块的每个线程给出一个值，求它们的和。所有线程都得到结果。
__device__ float block_sum(float value, float *scratch) {
    // TODO 1：和 reduce_sum 一样的树形归约。所有线程都需要结果。
    // TODO 2：scratch 还会再次使用：什么时候才能再写它？
    return value;  // TODO：这只是线程自己的值。
}

__global__ void layer_norm_rowwise_kernel(float *out, const float *in, const float *gamma, const float *beta, int64_t rows,
                                          int64_t cols, float eps) {
    extern __shared__ float scratch[];

    // 这个线程块的行是 blockIdx.x：它的元素从 in + row * cols 开始，输出从 out + row * cols 开始。
    // TODO 3：求这一行的平均值：每个线程先处理自己的列，再用 block_sum。
    // TODO 4：求这一行的方差：对 x - mean 的平方做同样的事。有些行的数很大又彼此接近，例如 10000.1 和 10000.9：
    //         用“平方的平均值减去平均值的平方”，在那里一位有效数字也剩不下。
    // TODO 5：对每一列写出 (x - mean) / sqrt(variance + eps) * gamma + beta。
}

}  // namespace oprt::layer_norm::nvidia
