// Atomic additions to two numbers in shared memory.
#pragma once
#include <math.h>
#include <stdint.h>

namespace oprt::layer_norm::nvidia {

__global__ void layer_norm_rowwise_kernel(float *out, const float *in, const float *gamma, const float *beta, int64_t rows,
                                          int64_t cols, float eps) {
    __shared__ float total;
    __shared__ float total_of_squares;
    if (threadIdx.x == 0) {
        total = 0.0f;
        total_of_squares = 0.0f;
    }
    __syncthreads();
    const float *x = in + blockIdx.x * cols;
    float *y = out + blockIdx.x * cols;

    float sum = 0.0f;
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        sum += x[col];
    }
    atomicAdd(&total, sum);
    __syncthreads();
    float mean = total / cols;
    float squares = 0.0f;
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        squares += (x[col] - mean) * (x[col] - mean);
    }
    atomicAdd(&total_of_squares, squares);
    __syncthreads();
    float variance = total_of_squares / cols;
    float factor = 1.0f / sqrtf(variance + eps);
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        y[col] = (x[col] - mean) * factor * gamma[col] + beta[col];
    }
}

}  // namespace oprt::layer_norm::nvidia
