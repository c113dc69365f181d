//@ expect: wrong-result
//@ says: Mean and variance are those of each column
// Mean and variance of each column, over the rows: another normalisation.
#pragma once
#include <math.h>
#include <stdint.h>

namespace oprt::layer_norm::nvidia {

__global__ void layer_norm_rowwise_kernel(float *out, const float *in, const float *gamma, const float *beta, int64_t rows,
                                          int64_t cols, float eps) {
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        float mean = 0.0f;
        for (int64_t row = 0; row < rows; ++row) {
            mean += in[row * cols + col] / rows;
        }
        float variance = 0.0f;
        for (int64_t row = 0; row < rows; ++row) {
            float distance = in[row * cols + col] - mean;
            variance += distance * distance / rows;
        }
        int64_t i = blockIdx.x * cols + col;
        out[i] = (in[i] - mean) / sqrtf(variance + eps) * gamma[col] + beta[col];  //~ wrong-result
    }
}

}  // namespace oprt::layer_norm::nvidia
