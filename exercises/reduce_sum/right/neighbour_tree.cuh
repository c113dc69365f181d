// Neighbours first: the older, slower tree, with a barrier after each level.
#pragma once
#include <stdint.h>

namespace oprt::reduce_sum::nvidia {

__global__ void reduce_sum_rowwise_kernel(float *out, const float *in, int64_t rows, int64_t cols) {
    extern __shared__ float partial[];
    unsigned int t = threadIdx.x;
    float sum = 0.0f;
    for (int64_t col = t; col < cols; col += blockDim.x) {
        sum += in[blockIdx.x * cols + col];
    }
    partial[t] = sum;
    __syncthreads();
    for (unsigned int width = 1; width < blockDim.x; width *= 2) {
        if (t % (2 * width) == 0) {
            partial[t] += partial[t + width];
        }
        __syncthreads();
    }
    if (t == 0) {
        out[blockIdx.x] = partial[0];
    }
}

}  // namespace oprt::reduce_sum::nvidia
