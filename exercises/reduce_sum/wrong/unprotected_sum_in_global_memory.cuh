//@ expect: race
//@ says: atomic
// As before, in the output itself.
#pragma once
#include <stdint.h>

namespace oprt::reduce_sum::nvidia {

__global__ void reduce_sum_rowwise_kernel(float *out, const float *in, int64_t rows, int64_t cols) {
    if (threadIdx.x == 0) {
        out[blockIdx.x] = 0.0f;
    }
    __syncthreads();
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        out[blockIdx.x] += in[blockIdx.x * cols + col];  //~ race
    }
}

}  // namespace oprt::reduce_sum::nvidia
