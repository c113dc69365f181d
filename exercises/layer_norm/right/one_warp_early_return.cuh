// One warp does the work, the other threads leave at once.
#pragma once
#include <math.h>
#include <stdint.h>

namespace oprt::layer_norm::nvidia {

__device__ float warp_sum(float value) {
    for (int offset = 16; offset > 0; offset /= 2) {
        value += __shfl_xor_sync(0xffffffffu, value, offset);
    }
    return value;
}

__global__ void layer_norm_rowwise_kernel(float *out, const float *in, const float *gamma, const float *beta, int64_t rows,
                                          int64_t cols, float eps) {
    if (threadIdx.x >= 32) {
        return;
    }
    const float *x = in + blockIdx.x * cols;
    float *y = out + blockIdx.x * cols;

    float sum = 0.0f;
    for (int64_t col = threadIdx.x; col < cols; col += 32) {
        sum += x[col];
    }
    float mean = warp_sum(sum) / cols;
    float squares = 0.0f;
    for (int64_t col = threadIdx.x; col < cols; col += 32) {
        squares += (x[col] - mean) * (x[col] - mean);
    }
    float factor = rsqrtf(warp_sum(squares) / cols + eps);
    for (int64_t col = threadIdx.x; col < cols; col += 32) {
        y[col] = (x[col] - mean) * factor * gamma[col] + beta[col];
    }
}

}  // namespace oprt::layer_norm::nvidia
