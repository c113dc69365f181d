//@ expect: race
//@ says: __syncthreads()
// A prefix sum that reads its neighbour while the neighbour writes.
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
    for (unsigned int back = 1; back < blockDim.x; back *= 2) {
        if (t >= back) {
            partial[t] += partial[t - back];  //~ race
        }
        __syncthreads();
    }
    if (t == blockDim.x - 1) {
        out[blockIdx.x] = partial[t];
    }
}

}  // namespace oprt::reduce_sum::nvidia
