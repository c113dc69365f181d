// Each reduction has memory of its own, so no barrier is needed between them.
#pragma once
#include <math.h>
#include <stdint.h>

namespace oprt::softmax::nvidia {

__global__ void softmax_rowwise_kernel(float *out, const float *in, int64_t rows, int64_t cols) {
    __shared__ float maxima[256];
    __shared__ float sums[256];
    unsigned int t = threadIdx.x;
    const float *x = in + blockIdx.x * cols;
    float largest = -INFINITY;
    for (int64_t col = t; col < cols; col += 256) {
        largest = fmaxf(largest, x[col]);
    }
    maxima[t] = largest;
    __syncthreads();
    for (unsigned int active = 128; active > 0; active /= 2) {
        if (t < active) {
            maxima[t] = fmaxf(maxima[t], maxima[t + active]);
        }
        __syncthreads();
    }
    largest = maxima[0];
    float sum = 0.0f;
    for (int64_t col = t; col < cols; col += 256) {
        sum += expf(x[col] - largest);
    }
    sums[t] = sum;
    __syncthreads();
    for (unsigned int active = 128; active > 0; active /= 2) {
        if (t < active) {
            sums[t] += sums[t + active];
        }
        __syncthreads();
    }
    for (int64_t col = t; col < cols; col += 256) {
        out[blockIdx.x * cols + col] = expf(x[col] - largest) / sums[0];
    }
}

}  // namespace oprt::softmax::nvidia
