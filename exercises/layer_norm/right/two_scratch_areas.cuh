// Each sum has memory of its own, so no barrier is needed between them.
#pragma once
#include <math.h>
#include <stdint.h>

namespace oprt::layer_norm::nvidia {

__global__ void layer_norm_rowwise_kernel(float *out, const float *in, const float *gamma, const float *beta, int64_t rows,
                                          int64_t cols, float eps) {
    __shared__ float sums[256];
    __shared__ float squares[256];
    unsigned int t = threadIdx.x;
    const float *x = in + blockIdx.x * cols;
    float *y = out + blockIdx.x * cols;

    float part = 0.0f;
    for (int64_t col = t; col < cols; col += 256) {
        part += x[col];
    }
    sums[t] = part;
    __syncthreads();
    for (unsigned int active = 128; active > 0; active /= 2) {
        if (t < active) {
            sums[t] += sums[t + active];
        }
        __syncthreads();
    }
    float mean = sums[0] / cols;
    part = 0.0f;
    for (int64_t col = t; col < cols; col += 256) {
        part += (x[col] - mean) * (x[col] - mean);
    }
    squares[t] = part;
    __syncthreads();
    for (unsigned int active = 128; active > 0; active /= 2) {
        if (t < active) {
            squares[t] += squares[t + active];
        }
        __syncthreads();
    }
    float factor = rsqrtf(squares[0] / cols + eps);
    for (int64_t col = t; col < cols; col += 256) {
        y[col] = (x[col] - mean) * factor * gamma[col] + beta[col];
    }
}

}  // namespace oprt::layer_norm::nvidia
