//@ expect: wrong-result
//@ says: only the lanes 31 to 31 count
// __shfl_down_sync gives lane 0 the whole sum; here lane 31, which has its own only, passes it on.
#pragma once
#include <math.h>
#include <stdint.h>

namespace oprt::layer_norm::nvidia {

__global__ void layer_norm_rowwise_kernel(float *out, const float *in, const float *gamma, const float *beta, int64_t rows,
                                          int64_t cols, float eps) {
    __shared__ float parts[2][8];
    const float *x = in + blockIdx.x * cols;
    float *y = out + blockIdx.x * cols;

    unsigned int lane = threadIdx.x % 32;
    unsigned int warp = threadIdx.x / 32;

    float sum = 0.0f;
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        sum += x[col];
    }
    for (int offset = 16; offset > 0; offset /= 2) {
        sum += __shfl_down_sync(0xffffffffu, sum, offset);
    }
    if (lane == 31) {
        parts[0][warp] = sum;
    }
    __syncthreads();
    float mean = 0.0f;
    for (int w = 0; w < 8; ++w) {
        mean += parts[0][w] / cols;
    }

    float squares = 0.0f;
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        float distance = x[col] - mean;
        squares += distance * distance;
    }
    for (int offset = 16; offset > 0; offset /= 2) {
        squares += __shfl_xor_sync(0xffffffffu, squares, offset);
    }
    if (lane == 0) {
        parts[1][warp] = squares;
    }
    __syncthreads();
    float variance = 0.0f;
    for (int w = 0; w < 8; ++w) {
        variance += parts[1][w] / cols;
    }

    float factor = 1.0f / sqrtf(variance + eps);
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        y[col] = (x[col] - mean) * factor * gamma[col] + beta[col];  //~ wrong-result
    }
}

}  // namespace oprt::layer_norm::nvidia
