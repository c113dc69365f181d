//@ expect: out-of-bounds
//@ says: `row` has 256 elements
// The whole row is kept in shared memory, which has room for 256 columns.
#pragma once
#include <stdint.h>

namespace oprt::reduce_sum::nvidia {

__global__ void reduce_sum_rowwise_kernel(float *out, const float *in, int64_t rows, int64_t cols) {
    extern __shared__ float row[];
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        row[col] = in[blockIdx.x * cols + col];  //~ out-of-bounds
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
