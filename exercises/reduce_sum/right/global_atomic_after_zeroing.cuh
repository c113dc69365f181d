// The block's own thread clears the output; the barrier orders it before the atomics of the same block.
#pragma once
#include <stdint.h>

namespace oprt::reduce_sum::nvidia {

__global__ void reduce_sum_rowwise_kernel(float *out, const float *in, int64_t rows, int64_t cols) {
    if (threadIdx.x == 0) {
        out[blockIdx.x] = 0.0f;
    }
    __syncthreads();
    float sum = 0.0f;
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        sum += in[blockIdx.x * cols + col];
    }
    atomicAdd(out + blockIdx.x, sum);
}

}  // namespace oprt::reduce_sum::nvidia
