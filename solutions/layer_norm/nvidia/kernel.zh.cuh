#pragma once
#include <math.h>
#include <stdint.h>

// 对按行存放的 rows × cols 矩阵的每一行，计算
// 输出 out[row][col] = (in[row][col] - mean) / sqrt(variance + eps) * gamma[col] + beta[col]，
// 其中 mean 是这一行的平均值，variance 是 (in[row][col] - mean)² 的平均值。
//
// 方差要单独处理一遍：用“平方的平均值减去平均值的平方”可以少一遍，但当元素很大又彼此接近时，有效数字会丢光。每一行一个
// 线程块。线程块的线程数可以是不超过 256 的任何 2 的幂；它需要 blockDim.x 个 float 的动态共享内存。
namespace oprt::layer_norm::nvidia {

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
    __syncthreads();  // 大家都读到结果之后，才能再次使用 scratch。
    return result;
}

__global__ void layer_norm_rowwise_kernel(float *out, const float *in, const float *gamma, const float *beta, int64_t rows,
                                          int64_t cols, float eps) {
    extern __shared__ float scratch[];
    int64_t row = blockIdx.x;
    if (row >= rows) {
        return;  // 整个线程块一起离开。
    }
    const float *x = in + row * cols;
    float *y = out + row * cols;

    float sum = 0.0f;
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        sum += x[col];
    }
    float mean = block_sum(sum, scratch) / cols;

    // 不管元素有多大，它们与平均值之差都是小的数：这些数的平方可以放心地相加。
    float squares = 0.0f;
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        float distance = x[col] - mean;
        squares += distance * distance;
    }
    float variance = block_sum(squares, scratch) / cols;

    // 一行的元素全都相等时，eps 保证除法是安全的。
    float factor = 1.0f / sqrtf(variance + eps);
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        // 参数属于列：所有的行都用同样的参数。
        y[col] = (x[col] - mean) * factor * gamma[col] + beta[col];
    }
}

}  // namespace oprt::layer_norm::nvidia
