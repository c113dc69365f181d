// Loads of 16 bytes where the row begins at a multiple of 16 bytes.
#pragma once
#include <math.h>
#include <stdint.h>

namespace oprt::layer_norm::nvidia {

__device__ float block_sum(float value, float *scratch) {
    scratch[threadIdx.x] = value;
    __syncthreads();
    for (unsigned int active = blockDim.x / 2; active > 0; active /= 2) {
        if (threadIdx.x < active) {
            scratch[threadIdx.x] += scratch[threadIdx.x + active];
        }
        __syncthreads();
    }
    float result = scratch[0];
    __syncthreads();
    return result;
}

template <typename Body>
__device__ void for_columns(const float *x, int64_t cols, Body body) {
    if (reinterpret_cast<uintptr_t>(x) % 16 == 0 && cols % 4 == 0) {
        for (int64_t i = threadIdx.x; i < cols / 4; i += blockDim.x) {
            float4 v = reinterpret_cast<const float4 *>(x)[i];
            body(4 * i, v.x);
            body(4 * i + 1, v.y);
            body(4 * i + 2, v.z);
            body(4 * i + 3, v.w);
        }
    } else {
        for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
            body(col, x[col]);
        }
    }
}

__global__ void layer_norm_rowwise_kernel(float *out, const float *in, const float *gamma, const float *beta, int64_t rows,
                                          int64_t cols, float eps) {
    extern __shared__ float scratch[];
    const float *x = in + blockIdx.x * cols;
    float *y = out + blockIdx.x * cols;

    float sum = 0.0f;
    for_columns(x, cols, [&](int64_t, float value) { sum += value; });
    float mean = block_sum(sum, scratch) / cols;
    float squares = 0.0f;
    for_columns(x, cols, [&](int64_t, float value) { squares += (value - mean) * (value - mean); });
    float factor = rsqrtf(block_sum(squares, scratch) / cols + eps);
    for_columns(x, cols, [&](int64_t col, float value) { y[col] = (value - mean) * factor * gamma[col] + beta[col]; });
}

}  // namespace oprt::layer_norm::nvidia
