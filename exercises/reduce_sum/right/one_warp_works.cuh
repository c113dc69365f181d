// The first warp does the row, the others leave at once.
#pragma once
#include <stdint.h>

namespace oprt::reduce_sum::nvidia {

__global__ void reduce_sum_rowwise_kernel(float *out, const float *in, int64_t rows, int64_t cols) {
    if (threadIdx.x >= 32) {
        return;
    }
    float sum = 0.0f;
    for (int64_t col = threadIdx.x; col < cols; col += 32) {
        sum += in[blockIdx.x * cols + col];
    }
    for (int mask = 16; mask > 0; mask >>= 1) {
        sum += __shfl_xor_sync(0xffffffffu, sum, mask);
    }
    if (threadIdx.x == 0) {
        out[blockIdx.x] = sum;
    }
}

}  // namespace oprt::reduce_sum::nvidia
