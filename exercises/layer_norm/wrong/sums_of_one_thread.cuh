//@ expect: wrong-result
//@ says: a sum of its own columns only, for both
// The threads' sums are never brought together.
#pragma once
#include <math.h>
#include <stdint.h>

namespace oprt::layer_norm::nvidia {

__global__ void layer_norm_rowwise_kernel(float *out, const float *in, const float *gamma, const float *beta, int64_t rows,
                                          int64_t cols, float eps) {
    const float *x = in + blockIdx.x * cols;
    float *y = out + blockIdx.x * cols;

    float sum = 0.0f;
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        sum += x[col];
    }
    float mean = sum / cols;

    float squares = 0.0f;
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        float distance = x[col] - mean;
        squares += distance * distance;
    }
    float variance = squares / cols;

    float factor = 1.0f / sqrtf(variance + eps);
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        y[col] = (x[col] - mean) * factor * gamma[col] + beta[col];  //~ wrong-result
    }
}

}  // namespace oprt::layer_norm::nvidia
