//@ expect: barrier-divergence
//@ says: Lane 16 had already ended
// Threads without a column have returned; the shuffle asks for their values.
#pragma once
#include <stdint.h>

namespace oprt::reduce_sum::nvidia {

__global__ void reduce_sum_rowwise_kernel(float *out, const float *in, int64_t rows, int64_t cols) {
    int t = threadIdx.x;
    if (t >= cols || t >= 32) {
        return;
    }
    float sum = 0.0f;
    for (int64_t col = t; col < cols; col += 32) {
        sum += in[blockIdx.x * cols + col];
    }
    for (int offset = 16; offset > 0; offset /= 2) {
        sum += __shfl_down_sync(0xffffffffu, sum, offset);  //~ barrier-divergence
    }
    if (t == 0) {
        out[blockIdx.x] = sum;
    }
}

}  // namespace oprt::reduce_sum::nvidia
