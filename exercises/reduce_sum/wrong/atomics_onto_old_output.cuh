//@ expect: uninitialized-read
//@ says: `out[0]`
// The atomic adds to whatever the output held before the launch.
#pragma once
#include <stdint.h>

namespace oprt::reduce_sum::nvidia {

__global__ void reduce_sum_rowwise_kernel(float *out, const float *in, int64_t rows, int64_t cols) {
    float sum = 0.0f;
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        sum += in[blockIdx.x * cols + col];
    }
    atomicAdd(&out[blockIdx.x], sum);  //~ uninitialized-read
}

}  // namespace oprt::reduce_sum::nvidia
