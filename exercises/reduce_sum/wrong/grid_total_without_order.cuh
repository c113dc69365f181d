//@ expect: race
//@ says: `row_sums[0]`
// The last block to finish is taken to be the one with the largest number.
#pragma once
#include <stdint.h>

namespace oprt::reduce_sum::nvidia {

__device__ float row_sums[4096];

__global__ void reduce_sum_rowwise_kernel(float *out, const float *in, int64_t rows, int64_t cols) {
    __shared__ float total;
    if (threadIdx.x == 0) {
        total = 0.0f;
    }
    __syncthreads();
    float sum = 0.0f;
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        sum += in[blockIdx.x * cols + col];
    }
    atomicAdd(&total, sum);
    __syncthreads();
    if (threadIdx.x == 0) {
        row_sums[blockIdx.x] = total;  //~ race
    }
    __threadfence();
    __syncthreads();
    if (blockIdx.x == gridDim.x - 1) {
        for (int64_t row = threadIdx.x; row < rows; row += blockDim.x) {
            out[row] = row_sums[row];
        }
    }
}

}  // namespace oprt::reduce_sum::nvidia
