#pragma once
#include <math.h>
#include <stdint.h>

// 对按行存放的 rows × cols 矩阵的每一行，令 out[row][col] = exp(in[row][col] - max) / sum，其中 max 是这一行的最大元素，
// sum 是这一行所有指数之和。
//
// 减去最大值在数学上不改变结果，但很大的数的 exp 是无穷大，而 exp(x - max) 最多是 1。每一行一个线程块。线程块的线程数
// 可以是不超过 256 的任何 2 的幂；它需要 blockDim.x 个 float 的动态共享内存。
namespace oprt::softmax::nvidia {

// 线程块的每个线程给出一个值，求其中的最大值。所有线程都得到结果。
__device__ float block_max(float value, float *scratch) {
    scratch[threadIdx.x] = value;
    __syncthreads();
    for (unsigned int active = blockDim.x / 2; active > 0; active /= 2) {
        if (threadIdx.x < active) {
            scratch[threadIdx.x] = fmaxf(scratch[threadIdx.x], scratch[threadIdx.x + active]);
        }
        __syncthreads();
    }
    float result = scratch[0];
    __syncthreads();  // 大家都读到结果之后，才能再次使用 scratch。
    return result;
}

// 线程块的每个线程给出一个值，求它们的和。所有线程都得到结果。
__device__ float block_sum(float value, float *scratch) {
    scratch[threadIdx.x] = value;
    __syncthreads();
    for (unsigned int active = blockDim.x / 2; active > 0; active /= 2) {
        if (threadIdx.x < active) {
            scratch[threadIdx.x] += scratch[threadIdx.x + active];
        }
        __syncthreads();
    }
    float result = scratch[0];
    __syncthreads();
    return result;
}

__global__ void softmax_rowwise_kernel(float *out, const float *in, int64_t rows, int64_t cols) {
    extern __shared__ float scratch[];
    int64_t row = blockIdx.x;
    if (row >= rows) {
        return;  // 整个线程块一起离开。
    }
    const float *x = in + row * cols;
    float *y = out + row * cols;

    // 求最大值的中性元素是负无穷：对全是负数的行，0 是错的。
    float largest = -INFINITY;
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        largest = fmaxf(largest, x[col]);
    }
    largest = block_max(largest, scratch);

    float sum = 0.0f;
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        sum += expf(x[col] - largest);
    }
    sum = block_sum(sum, scratch);

    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        y[col] = expf(x[col] - largest) / sum;
    }
}

}  // namespace oprt::softmax::nvidia
