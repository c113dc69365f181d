// From the last column to the first, four accumulators.
#pragma once
#include <stdint.h>

namespace oprt::reduce_sum::nvidia {

__global__ void reduce_sum_rowwise_kernel(float *out, const float *in, int64_t rows, int64_t cols) {
    extern __shared__ float partial[];
    const float *row = in + blockIdx.x * cols;
    int64_t step = blockDim.x;
    float sum[4] = {0.0f, 0.0f, 0.0f, 0.0f};
    int64_t col = cols - 1 - threadIdx.x;
    for (; col - 3 * step >= 0; col -= 4 * step) {
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            sum[k] += row[col - k * step];
        }
    }
    for (; col >= 0; col -= step) {
        sum[0] += row[col];
    }
    partial[threadIdx.x] = (sum[0] + sum[1]) + (sum[2] + sum[3]);
    __syncthreads();
#pragma unroll
    for (unsigned int active = 128; active > 0; active /= 2) {
        if (threadIdx.x < active) {
            partial[threadIdx.x] += partial[threadIdx.x + active];
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        out[blockIdx.x] = partial[0];
    }
}

}  // namespace oprt::reduce_sum::nvidia
