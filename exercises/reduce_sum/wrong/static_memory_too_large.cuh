//@ expect: launch-failure
//@ says: bytes of shared memory
//@ line: none
// A row of up to 20000 columns in shared memory.
#pragma once
#include <stdint.h>

namespace oprt::reduce_sum::nvidia {

__global__ void reduce_sum_rowwise_kernel(float *out, const float *in, int64_t rows, int64_t cols) {
    __shared__ float row[20000];
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        row[col] = in[blockIdx.x * cols + col];
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        float sum = 0.0f;
        for (int64_t col = 0; col < cols; ++col) {
            sum += row[col];
        }
        out[blockIdx.x] = sum;
    }
}

}  // namespace oprt::reduce_sum::nvidia
