//@ expect: barrier-divergence
//@ says: Move `__syncthreads()` out of the branch or loop
// block_mean is called once a column: threads have different numbers of columns.
#pragma once
#include <math.h>
#include <stdint.h>

namespace oprt::layer_norm::nvidia {

__device__ float block_mean(float value, float *scratch, int64_t cols) {
    scratch[threadIdx.x] = value;
    __syncthreads();  //~ barrier-divergence
    for (unsigned int active = blockDim.x / 2; active > 0; active /= 2) {
        if (threadIdx.x < active) {
            scratch[threadIdx.x] += scratch[threadIdx.x + active];
        }
        __syncthreads();
    }
    float result = scratch[0];
    __syncthreads();
    return result / cols;
}

__device__ float block_variance(float value, float *scratch, int64_t cols) {
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
    return result / cols;
}

__global__ void layer_norm_rowwise_kernel(float *out, const float *in, const float *gamma, const float *beta, int64_t rows,
                                          int64_t cols, float eps) {
    extern __shared__ float scratch[];
    const float *x = in + blockIdx.x * cols;
    float *y = out + blockIdx.x * cols;

    float mean = 0.0f;
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        mean += block_mean(x[col], scratch, cols);
    }

    float squares = 0.0f;
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        float distance = x[col] - mean;
        squares += distance * distance;
    }
    float variance = block_variance(squares, scratch, cols);

    float factor = 1.0f / sqrtf(variance + eps);
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        y[col] = (x[col] - mean) * factor * gamma[col] + beta[col];
    }
}

}  // namespace oprt::layer_norm::nvidia
