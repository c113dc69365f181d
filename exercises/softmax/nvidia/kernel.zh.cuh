#pragma once
#include <math.h>
#include <stdint.h>

// 任务：对按行存放的 rows × cols 矩阵的每一行，令 out[row][col] = exp(in[row][col] - max) / sum，其中 max 是这一行的
// 最大元素，sum 是这一行所有指数之和。
//
// 每一行由一个 256 线程的线程块处理，它有一块共享内存，每个线程一个 float。
namespace oprt::softmax::nvidia {

// 线程块的每个线程给出一个值，求其中的最大值。所有线程都得到结果。
__device__ float block_max(float value, float *scratch) {
    // TODO 1：和 reduce_sum 一样的树形归约，用 fmaxf 代替 +。
    // TODO 2：所有线程都需要结果，而且 scratch 还会再次使用：什么时候才能再写它？
    return value;  // TODO：这只是线程自己的值。
}

// 线程块的每个线程给出一个值，求它们的和。所有线程都得到结果。
__device__ float block_sum(float value, float *scratch) {
    // TODO 3：同样的方法，用 +。
    return value;  // TODO：这只是线程自己的值。
}

__global__ void softmax_rowwise_kernel(float *out, const float *in, int64_t rows, int64_t cols) {
    extern __shared__ float scratch[];

    // 这个线程块的行是 blockIdx.x：它的元素从 in + row * cols 开始，输出从 out + row * cols 开始。
    // TODO 4：求这一行的最大值：每个线程先处理自己的列，再用 block_max。求最大值应该从哪个数开始？
    // TODO 5：求这一行 expf(x - maximum) 之和：每个线程先处理自己的列，再用 block_sum。
    // TODO 6：对每一列写出 expf(x - maximum) / sum。
}

}  // namespace oprt::softmax::nvidia
