//@ expect: race
//@ says: atomic
// All threads add to one cell without an atomic.
#pragma once
#include <stdint.h>

namespace oprt::reduce_sum::nvidia {

__global__ void reduce_sum_rowwise_kernel(float *out, const float *in, int64_t rows, int64_t cols) {
    __shared__ float total;
    if (threadIdx.x == 0) {
        total = 0.0f;
    }
    __syncthreads();
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        total += in[blockIdx.x * cols + col];  //~ race
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        out[blockIdx.x] = total;
    }
}

}  // namespace oprt::reduce_sum::nvidia
