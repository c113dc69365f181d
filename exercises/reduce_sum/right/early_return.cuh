// Threads without a column return before the barriers, which is legal; the cells that nobody sets are not read.
#pragma once
#include <stdint.h>

namespace oprt::reduce_sum::nvidia {

__global__ void reduce_sum_rowwise_kernel(float *out, const float *in, int64_t rows, int64_t cols) {
    extern __shared__ float partial[];
    unsigned int t = threadIdx.x;
    unsigned int count = cols < blockDim.x ? static_cast<unsigned int>(cols) : blockDim.x;
    if (t >= count) {
        return;
    }
    float sum = 0.0f;
    for (int64_t col = t; col < cols; col += blockDim.x) {
        sum += in[blockIdx.x * cols + col];
    }
    partial[t] = sum;
    __syncthreads();
    while (count > 1) {
        unsigned int half = (count + 1) / 2;
        if (t + half < count) {
            partial[t] += partial[t + half];
        }
        __syncthreads();
        count = half;
    }
    if (t == 0) {
        out[blockIdx.x] = partial[0];
    }
}

}  // namespace oprt::reduce_sum::nvidia
