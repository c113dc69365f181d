//@ expect: wrong-result
//@ says: Only the first 256 columns count, for the variance
// The sum of the squares stops after one column per thread.
#pragma once
#include <math.h>
#include <stdint.h>

namespace oprt::layer_norm::nvidia {

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

__global__ void layer_norm_rowwise_kernel(float *out, const float *in, const float *gamma, const float *beta, int64_t rows,
                                          int64_t cols, float eps) {
    extern __shared__ float scratch[];
    const float *x = in + blockIdx.x * cols;
    float *y = out + blockIdx.x * cols;

    float sum = 0.0f;
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        sum += x[col];
    }
    float mean = block_sum(sum, scratch) / cols;

    float squares = 0.0f;
    if (threadIdx.x < cols) {
        float distance = x[threadIdx.x] - mean;
        squares += distance * distance;
    }
    float variance = block_sum(squares, scratch) / cols;

    float factor = 1.0f / sqrtf(variance + eps);
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        y[col] = (x[col] - mean) * factor * gamma[col] + beta[col];  //~ wrong-result
    }
}

}  // namespace oprt::layer_norm::nvidia
