// Adds up in double.
#pragma once
#include <stdint.h>

namespace oprt::reduce_sum::nvidia {

__global__ void reduce_sum_rowwise_kernel(float *out, const float *in, int64_t rows, int64_t cols) {
    __shared__ double partial[256];
    double sum = 0.0;
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        sum += in[blockIdx.x * cols + col];
    }
    partial[threadIdx.x] = sum;
    __syncthreads();
    for (int active = 128; active > 0; active >>= 1) {
        if (threadIdx.x < active) {
            partial[threadIdx.x] += partial[threadIdx.x + active];
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        out[blockIdx.x] = static_cast<float>(partial[0]);
    }
}

}  // namespace oprt::reduce_sum::nvidia
