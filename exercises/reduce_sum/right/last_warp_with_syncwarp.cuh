// The last levels in one warp, volatile and with __syncwarp() between reading and writing.
#pragma once
#include <stdint.h>

namespace oprt::reduce_sum::nvidia {

__device__ void warp_reduce(volatile float *partial, unsigned int t) {
    float sum = partial[t];
#pragma unroll
    for (unsigned int offset = 32; offset > 0; offset /= 2) {
        sum += partial[t + offset];
        __syncwarp();
        partial[t] = sum;
        __syncwarp();
    }
}

__global__ void reduce_sum_rowwise_kernel(float *out, const float *in, int64_t rows, int64_t cols) {
    extern __shared__ float partial[];
    unsigned int t = threadIdx.x;
    float sum = 0.0f;
    for (int64_t col = t; col < cols; col += blockDim.x) {
        sum += in[blockIdx.x * cols + col];
    }
    partial[t] = sum;
    __syncthreads();
    if (t < 128) {
        partial[t] += partial[t + 128];
    }
    __syncthreads();
    if (t < 64) {
        partial[t] += partial[t + 64];
    }
    __syncthreads();
    if (t < 32) {
        warp_reduce(partial, t);
        if (t == 0) {
            out[blockIdx.x] = partial[0];
        }
    }
}

}  // namespace oprt::reduce_sum::nvidia
