//@ expect: wrong-result
//@ says: exp(-inf - -inf)
// A thread that has seen nothing but -inf computes -inf - -inf, which is NaN.
#pragma once
#include <math.h>
#include <stdint.h>

namespace oprt::softmax::nvidia {

__global__ void softmax_rowwise_kernel(float *out, const float *in, int64_t rows, int64_t cols) {
    extern __shared__ float scratch[];
    __shared__ float all_max;
    __shared__ float all_sum;
    const float *x = in + blockIdx.x * cols;
    float *y = out + blockIdx.x * cols;

    float largest = -INFINITY;
    float sum = 0.0f;
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        float next = fmaxf(largest, x[col]);
        sum = sum * expf(largest - next) + expf(x[col] - next);
        largest = next;
    }
    scratch[threadIdx.x] = largest;
    __syncthreads();
    if (threadIdx.x == 0) {
        float m = scratch[0];
        for (unsigned int t = 1; t < blockDim.x; ++t) {
            m = fmaxf(m, scratch[t]);
        }
        all_max = m;
    }
    __syncthreads();
    scratch[threadIdx.x] = sum * expf(largest - all_max);
    __syncthreads();
    if (threadIdx.x == 0) {
        float s = 0.0f;
        for (unsigned int t = 0; t < blockDim.x; ++t) {
            s += scratch[t];
        }
        all_sum = s;
    }
    __syncthreads();
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        y[col] = expf(x[col] - all_max) / all_sum;  //~ wrong-result
    }
}

}  // namespace oprt::softmax::nvidia
