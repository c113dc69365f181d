//@ expect: wrong-result
//@ says: what the first warp (threads 0 to 31) computed
// Shuffles add up one warp; the other seven are forgotten.
#pragma once
#include <stdint.h>

namespace oprt::reduce_sum::nvidia {

__global__ void reduce_sum_rowwise_kernel(float *out, const float *in, int64_t rows, int64_t cols) {
    float sum = 0.0f;
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        sum += in[blockIdx.x * cols + col];
    }
    for (int offset = 16; offset > 0; offset /= 2) {
        sum += __shfl_down_sync(0xffffffffu, sum, offset);
    }
    if (threadIdx.x == 0) {
        out[blockIdx.x] = sum;  //~ wrong-result
    }
}

}  // namespace oprt::reduce_sum::nvidia
