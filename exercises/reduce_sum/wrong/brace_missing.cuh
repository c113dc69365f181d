//@ expect: compile-error
//@ says: never closed
// The loop's closing brace is missing.
#pragma once
#include <stdint.h>

namespace oprt::reduce_sum::nvidia {

__global__ void reduce_sum_rowwise_kernel(float *out, const float *in, int64_t rows, int64_t cols) {
    float sum = 0.0f;
    for (int64_t col = 0; col < cols; ++col) {
        sum += in[blockIdx.x * cols + col];  //~ compile-error
    if (threadIdx.x == 0) {
        out[blockIdx.x] = sum;
    }
}

}  // namespace oprt::reduce_sum::nvidia
