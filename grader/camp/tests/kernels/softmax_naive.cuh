//~ softmax wrong-result:20
#pragma once
#include <stdint.h>
namespace oprt::softmax::nvidia {

__global__ void softmax_rowwise_kernel(float *out, const float *in, int64_t rows, int64_t cols) {
    extern __shared__ float partial[];
    const float *x = in + blockIdx.x * cols;
    float sum = 0.0f;
    for (int64_t c = threadIdx.x; c < cols; c += blockDim.x) {
        sum += expf(x[c]);
    }
    partial[threadIdx.x] = sum;
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (threadIdx.x < half) { partial[threadIdx.x] += partial[threadIdx.x + half]; }
        __syncthreads();
    }
    for (int64_t c = threadIdx.x; c < cols; c += blockDim.x) {
        out[blockIdx.x * cols + c] = expf(x[c]) / partial[0];
    }
}

}  // namespace oprt::softmax::nvidia
