#pragma once
#include <math.h>
#include <stdint.h>

namespace oprt::softmax::nvidia {

// What is known about some entries of a row: the largest, and Σ exp(x - largest).
struct Part {
    float largest;
    float sum;
};

// What is known about the entries of both.
__device__ Part merge(Part a, Part b) {
    float largest = fmaxf(a.largest, b.largest);
    if (largest == -INFINITY) {
        return a;  // Both are still empty, and -inf - -inf would be NaN.
    }
    return {largest, a.sum * expf(a.largest - largest) + b.sum * expf(b.largest - largest)};
}

__global__ void softmax_rowwise_kernel(float *out, const float *in, int64_t rows, int64_t cols) {
    __shared__ Part parts[256];
    const float *x = in + blockIdx.x * cols;
    float *y = out + blockIdx.x * cols;

    Part part = {-INFINITY, 0.0f};
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        part = merge(part, {x[col], 1.0f});
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
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        y[col] = expf(x[col] - row.largest) / row.sum;
    }
}

}  // namespace oprt::softmax::nvidia
