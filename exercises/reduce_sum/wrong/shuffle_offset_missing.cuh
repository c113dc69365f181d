//@ expect: wrong-result
//@ says: only the lanes 0 to 15 count
// The loop begins with 8: lanes 16 to 31 are not added.
#pragma once
#include <stdint.h>

namespace oprt::reduce_sum::nvidia {

__global__ void reduce_sum_rowwise_kernel(float *out, const float *in, int64_t rows, int64_t cols) {
    __shared__ float warps[8];
    int t = threadIdx.x;
    float sum = 0.0f;
    for (int64_t col = t; col < cols; col += blockDim.x) {
        sum += in[blockIdx.x * cols + col];
    }
    for (int offset = 8; offset > 0; offset /= 2) {
        sum += __shfl_down_sync(0xffffffffu, sum, offset);
    }
    if (t % 32 == 0) {
        warps[t / 32] = sum;
    }
    __syncthreads();
    if (t == 0) {
        float total = 0.0f;
        for (int w = 0; w < 8; ++w) {
            total += warps[w];
        }
        out[blockIdx.x] = total;  //~ wrong-result
    }
}

}  // namespace oprt::reduce_sum::nvidia
