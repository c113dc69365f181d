//@ expect: race
//@ says: `out[0]`
// All threads of a block write the row's result: each its own partial sum.
#pragma once
#include <stdint.h>

namespace oprt::reduce_sum::nvidia {

__global__ void reduce_sum_rowwise_kernel(float *out, const float *in, int64_t rows, int64_t cols) {
    float sum = 0.0f;
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        sum += in[blockIdx.x * cols + col];
    }
    out[blockIdx.x] = sum;  //~ race
}

}  // namespace oprt::reduce_sum::nvidia
