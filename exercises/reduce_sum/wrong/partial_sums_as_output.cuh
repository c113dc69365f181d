//@ expect: out-of-bounds
//@ says: `out[1]`
// Every thread stores its partial sum in the output, for a second pass that never comes.
#pragma once
#include <stdint.h>

namespace oprt::reduce_sum::nvidia {

__global__ void reduce_sum_rowwise_kernel(float *out, const float *in, int64_t rows, int64_t cols) {
    float sum = 0.0f;
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        sum += in[blockIdx.x * cols + col];
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;  //~ out-of-bounds
}

}  // namespace oprt::reduce_sum::nvidia
