// One tree for both reductions, which takes the operation as an argument.
#pragma once
#include <math.h>
#include <stdint.h>

namespace oprt::softmax::nvidia {

template <typename Op>
__device__ float block_reduce(float value, float *scratch, Op op) {
    scratch[threadIdx.x] = value;
    __syncthreads();
    for (unsigned int active = blockDim.x >> 1; active != 0; active >>= 1) {
        if (threadIdx.x < active) {
            scratch[threadIdx.x] = op(scratch[threadIdx.x], scratch[threadIdx.x + active]);
        }
        __syncthreads();
    }
    float result = *scratch;
    __syncthreads();
    return result;
}

__global__ void softmax_rowwise_kernel(float *out, const float *in, int64_t rows, int64_t cols) {
    extern __shared__ float scratch[];
    const float *x = in + blockIdx.x * cols;
    float *y = out + blockIdx.x * cols;

    float largest = -INFINITY;
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        largest = fmaxf(largest, x[col]);
    }
    largest = block_reduce(largest, scratch, [](float a, float b) { return fmaxf(a, b); });

    float sum = 0.0f;
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        sum += expf(x[col] - largest);
    }
    sum = block_reduce(sum, scratch, [](float a, float b) { return a + b; });

    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        y[col] = expf(x[col] - largest) / sum;
    }
}

}  // namespace oprt::softmax::nvidia
