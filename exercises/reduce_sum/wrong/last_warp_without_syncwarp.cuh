//@ expect: race
//@ says: __syncwarp()
// The last levels, within one warp, count on its lanes running in step.
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
    for (unsigned int active = blockDim.x / 2; active > 32; active /= 2) {
        if (t < active) {
            partial[t] += partial[t + active];
        }
        __syncthreads();
    }
    if (t < 32) {
        partial[t] += partial[t + 32];
        partial[t] += partial[t + 16];
        partial[t] += partial[t + 8];
        partial[t] += partial[t + 4];
        partial[t] += partial[t + 2];
        partial[t] += partial[t + 1];  //~ race
    }
    if (t == 0) {
        out[blockIdx.x] = partial[0];
    }
}

}  // namespace oprt::reduce_sum::nvidia
