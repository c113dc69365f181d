//@ expect: wrong-result
//@ says: the number of warps is rounded down
// The number of warps that have data is rounded down, so the last, partial one is not counted.
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
    for (int offset = 16; offset > 0; offset /= 2) {
        sum += __shfl_xor_sync(0xffffffffu, sum, offset);
    }
    if (t % 32 == 0) {
        warps[t / 32] = sum;
    }
    __syncthreads();
    if (t == 0) {
        int64_t n_warps = (cols < 256 ? cols : 256) / 32;
        float total = 0.0f;
        for (int64_t w = 0; w < n_warps; ++w) {
            total += warps[w];
        }
        out[blockIdx.x] = total;  //~ wrong-result
    }
}

}  // namespace oprt::reduce_sum::nvidia
