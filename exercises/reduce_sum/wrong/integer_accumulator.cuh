//@ expect: wrong-result
//@ says: with their fractions cut off
// The sum of whole numbers.
#pragma once
#include <stdint.h>

namespace oprt::reduce_sum::nvidia {

__global__ void reduce_sum_rowwise_kernel(float *out, const float *in, int64_t rows, int64_t cols) {
    __shared__ int total;
    if (threadIdx.x == 0) {
        total = 0;
    }
    __syncthreads();
    int sum = 0;
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        sum += static_cast<int>(in[blockIdx.x * cols + col]);
    }
    atomicAdd(&total, sum);
    __syncthreads();
    if (threadIdx.x == 0) {
        out[blockIdx.x] = total;  //~ wrong-result
    }
}

}  // namespace oprt::reduce_sum::nvidia
