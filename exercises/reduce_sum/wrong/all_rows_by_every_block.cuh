//@ expect: race
//@ says: two blocks access `out[1]`
// Block 0 clears the outputs, all blocks add to them; blocks have no order.
#pragma once
#include <stdint.h>

namespace oprt::reduce_sum::nvidia {

__global__ void reduce_sum_rowwise_kernel(float *out, const float *in, int64_t rows, int64_t cols) {
    if (blockIdx.x == 0) {
        for (int64_t row = threadIdx.x; row < rows; row += blockDim.x) {
            out[row] = 0.0f;  //~ race
        }
    }
    __syncthreads();
    float sum = 0.0f;
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        sum += in[blockIdx.x * cols + col];
    }
    atomicAdd(&out[blockIdx.x], sum);
}

}  // namespace oprt::reduce_sum::nvidia
