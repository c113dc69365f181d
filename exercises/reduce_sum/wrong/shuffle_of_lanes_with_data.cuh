//@ expect: barrier-divergence
//@ says: the mask is a promise, not a filter
// Only threads with a column take part, and the mask names all 32 lanes.
#pragma once
#include <stdint.h>

namespace oprt::reduce_sum::nvidia {

__global__ void reduce_sum_rowwise_kernel(float *out, const float *in, int64_t rows, int64_t cols) {
    __shared__ float total;
    int t = threadIdx.x;
    if (t == 0) {
        total = 0.0f;
    }
    __syncthreads();
    if (t < cols) {
        float sum = 0.0f;
        for (int64_t col = t; col < cols; col += blockDim.x) {
            sum += in[blockIdx.x * cols + col];
        }
        for (int offset = 16; offset > 0; offset /= 2) {
            sum += __shfl_down_sync(0xffffffffu, sum, offset);  //~ barrier-divergence
        }
        if (t % 32 == 0) {
            atomicAdd(&total, sum);
        }
    }
    __syncthreads();
    if (t == 0) {
        out[blockIdx.x] = total;
    }
}

}  // namespace oprt::reduce_sum::nvidia
