//@ expect: uninitialized-read
//@ says: `warps[8]`
// Room for 32 warps, of which the block has 8.
#pragma once
#include <stdint.h>

namespace oprt::reduce_sum::nvidia {

__global__ void reduce_sum_rowwise_kernel(float *out, const float *in, int64_t rows, int64_t cols) {
    __shared__ float warps[32];
    int t = threadIdx.x;
    float sum = 0.0f;
    for (int64_t col = t; col < cols; col += blockDim.x) {
        sum += in[blockIdx.x * cols + col];
    }
    for (int offset = 16; offset > 0; offset /= 2) {
        sum += __shfl_down_sync(0xffffffffu, sum, offset);
    }
    if (t % 32 == 0) {
        warps[t / 32] = sum;
    }
    __syncthreads();
    if (t < 32) {
        sum = warps[t];  //~ uninitialized-read
        for (int offset = 16; offset > 0; offset /= 2) {
            sum += __shfl_down_sync(0xffffffffu, sum, offset);
        }
        if (t == 0) {
            out[blockIdx.x] = sum;
        }
    }
}

}  // namespace oprt::reduce_sum::nvidia
