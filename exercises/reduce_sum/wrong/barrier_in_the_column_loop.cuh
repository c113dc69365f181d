//@ expect: barrier-divergence
//@ says: Move `__syncthreads()` out of the branch or loop
// Threads have different numbers of columns, so they reach the barrier in the loop different numbers of times.
#pragma once
#include <stdint.h>

namespace oprt::reduce_sum::nvidia {

__global__ void reduce_sum_rowwise_kernel(float *out, const float *in, int64_t rows, int64_t cols) {
    extern __shared__ float partial[];
    partial[threadIdx.x] = 0.0f;
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        partial[threadIdx.x] += in[blockIdx.x * cols + col];
        __syncthreads();  //~ barrier-divergence
    }
    __syncthreads();
    for (unsigned int active = blockDim.x / 2; active > 0; active /= 2) {
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
