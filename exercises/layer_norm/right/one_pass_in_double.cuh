// Mean of squares minus square of the mean, in double precision, which has digits to spare.
#pragma once
#include <math.h>
#include <stdint.h>

namespace oprt::layer_norm::nvidia {

__global__ void layer_norm_rowwise_kernel(float *out, const float *in, const float *gamma, const float *beta, int64_t rows,
                                          int64_t cols, float eps) {
    __shared__ double sums[256];
    __shared__ double squares[256];
    unsigned int t = threadIdx.x;
    const float *x = in + blockIdx.x * cols;
    float *y = out + blockIdx.x * cols;

    sums[t] = 0.0;
    squares[t] = 0.0;
    for (int64_t col = t; col < cols; col += 256) {
        double value = x[col];
        sums[t] += value;
        squares[t] += value * value;
    }
    __syncthreads();
    for (unsigned int active = 128; active > 0; active /= 2) {
        if (t < active) {
            sums[t] += sums[t + active];
            squares[t] += squares[t + active];
        }
        __syncthreads();
    }
    double mean = sums[0] / cols;
    double factor = 1.0 / sqrt(squares[0] / cols - mean * mean + eps);
    for (int64_t col = t; col < cols; col += 256) {
        y[col] = static_cast<float>((x[col] - mean) * factor * gamma[col] + beta[col]);
    }
}

}  // namespace oprt::layer_norm::nvidia
