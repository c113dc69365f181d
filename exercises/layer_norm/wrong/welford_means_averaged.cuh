//@ expect: wrong-result
//@ says: Largest error
// The mean of two means, whatever number of entries each stands for.
#pragma once
#include <math.h>
#include <stdint.h>

namespace oprt::layer_norm::nvidia {

struct Part {
    float n;
    float mean;
    float squares;
};

// What is known of two sets of entries together (Chan's formula).
__device__ Part merge(Part a, Part b) {
    float n = a.n + b.n;
    if (n == 0.0f) {
        return a;
    }
    float distance = b.mean - a.mean;
    return {n, (a.mean + b.mean) / 2.0f, a.squares + b.squares + distance * distance * a.n * b.n / n};
}

__global__ void layer_norm_rowwise_kernel(float *out, const float *in, const float *gamma, const float *beta, int64_t rows,
                                          int64_t cols, float eps) {
    __shared__ Part parts[256];
    const float *x = in + blockIdx.x * cols;
    float *y = out + blockIdx.x * cols;

    Part mine = {0.0f, 0.0f, 0.0f};
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        mine.n += 1.0f;
        float distance = x[col] - mine.mean;
        mine.mean += distance / mine.n;
        mine.squares += distance * (x[col] - mine.mean);
    }
    parts[threadIdx.x] = mine;
    __syncthreads();
    for (unsigned int active = blockDim.x / 2; active > 0; active /= 2) {
        if (threadIdx.x < active) {
            parts[threadIdx.x] = merge(parts[threadIdx.x], parts[threadIdx.x + active]);
        }
        __syncthreads();
    }
    float mean = parts[0].mean;
    float variance = parts[0].squares / cols;

    float factor = 1.0f / sqrtf(variance + eps);
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        y[col] = (x[col] - mean) * factor * gamma[col] + beta[col];  //~ wrong-result
    }
}

}  // namespace oprt::layer_norm::nvidia
