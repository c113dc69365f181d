//@ expect: wrong-result
//@ says: scale (gamma)
// gamma is never used.
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
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        float distance = x[col] - mean;
        squares += distance * distance;
    }
    float variance = block_sum(squares, scratch) / cols;

    float factor = 1.0f / sqrtf(variance + eps);
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        y[col] = (x[col] - mean) * factor + beta[col];  //~ wrong-result
    }
}

}  // namespace oprt::layer_norm::nvidia
