#pragma once
#include <math.h>
#include <stdint.h>

namespace oprt::layer_norm::nvidia {

// What is known about some entries of a row: how many, their mean, and Σ (x - mean)².
struct Part {
    float n;
    float mean;
    float squares;
};

// What is known about the entries of both.
__device__ Part merge(Part a, Part b) {
    float n = a.n + b.n;
    if (n == 0.0f) {
        return a;  // Both are still empty, and 0 / 0 would be NaN.
    }
    float distance = b.mean - a.mean;
    float share = b.n / n;
    return {n, a.mean + distance * share, a.squares + b.squares + distance * distance * a.n * share};
}

__global__ void layer_norm_rowwise_kernel(float *out, const float *in, const float *gamma, const float *beta, int64_t rows,
                                          int64_t cols, float eps) {
    __shared__ Part parts[256];
    const float *x = in + blockIdx.x * cols;
    float *y = out + blockIdx.x * cols;

    Part part = {0.0f, 0.0f, 0.0f};
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        part = merge(part, {1.0f, x[col], 0.0f});
    }
    parts[threadIdx.x] = part;
    __syncthreads();

    for (unsigned int active = blockDim.x / 2; active > 0; active /= 2) {
        if (threadIdx.x < active) {
            parts[threadIdx.x] = merge(parts[threadIdx.x], parts[threadIdx.x + active]);
        }
        __syncthreads();
    }

    Part row = parts[0];
    float factor = 1.0f / sqrtf(row.squares / cols + eps);
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        y[col] = (x[col] - row.mean) * factor * gamma[col] + beta[col];
    }
}

}  // namespace oprt::layer_norm::nvidia
