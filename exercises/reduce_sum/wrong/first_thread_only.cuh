//@ expect: wrong-result
//@ says: what thread 0 alone computed
// The partial sums of the other threads are never added up.
#pragma once
#include <stdint.h>

namespace oprt::reduce_sum::nvidia {

__global__ void reduce_sum_rowwise_kernel(float *out, const float *in, int64_t rows, int64_t cols) {
    float sum = 0.0f;
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        sum += in[blockIdx.x * cols + col];
    }
    if (threadIdx.x == 0) {
        out[blockIdx.x] = sum;  //~ wrong-result
    }
}

}  // namespace oprt::reduce_sum::nvidia
