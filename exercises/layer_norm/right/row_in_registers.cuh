// Up to 17 columns of each thread are kept in registers.
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

    constexpr int MOST = 17;
    float mine[MOST];
    float sum = 0.0f;
#pragma unroll
    for (int k = 0; k < MOST; ++k) {
        int64_t col = threadIdx.x + k * 256;
        mine[k] = col < cols ? x[col] : 0.0f;
        sum += mine[k];
    }
    float mean = block_sum(sum, scratch) / cols;
    float squares = 0.0f;
#pragma unroll
    for (int k = 0; k < MOST; ++k) {
        int64_t col = threadIdx.x + k * 256;
        squares += col < cols ? (mine[k] - mean) * (mine[k] - mean) : 0.0f;
    }
    float factor = rsqrtf(block_sum(squares, scratch) / cols + eps);
#pragma unroll
    for (int k = 0; k < MOST; ++k) {
        int64_t col = threadIdx.x + k * 256;
        if (col < cols) {
            y[col] = (mine[k] - mean) * factor * gamma[col] + beta[col];
        }
    }
}

}  // namespace oprt::layer_norm::nvidia
