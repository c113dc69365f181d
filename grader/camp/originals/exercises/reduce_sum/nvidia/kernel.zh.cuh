#pragma once
#include <stdint.h>

// 任务：对按行存放的 rows × cols 矩阵的每一行，令 out[row] = in[row][0] + … + in[row][cols-1]。
//
// 每一行由一个 256 线程的线程块处理，它有一块共享内存，每个线程一个 float。一行的列数可能比线程数少，也可能多得多。
namespace oprt::reduce_sum::nvidia {

__global__ void reduce_sum_rowwise_kernel(float *out, const float *in, int64_t rows, int64_t cols) {
    extern __shared__ float partial[];

    // 这个线程块的行是 blockIdx.x；这一行的第一个元素是 in[row * cols]。
    // TODO 1：让每个线程把自己那一份加起来：第 threadIdx.x、threadIdx.x + blockDim.x …… 列。
    // TODO 2：把这个线程的和存入 partial[threadIdx.x]，没有分到任何列的线程也要存。
    // TODO 3：等待所有线程都存好。
    // TODO 4：把上半部分的单元加到下半部分，等待，然后对剩下的一半重复，直到只剩一个单元。
    //         注意同步屏障的位置：线程块的每个线程都必须到达它。
    // TODO 5：由一个线程写出结果。
}

}  // namespace oprt::reduce_sum::nvidia
