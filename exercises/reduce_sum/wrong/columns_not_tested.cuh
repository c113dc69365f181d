//@ expect: out-of-bounds
//@ says: Test the index before the access
// All threads read in every round, whether the row has that many columns or not.
#pragma once
#include <stdint.h>

namespace oprt::reduce_sum::nvidia {

__global__ void reduce_sum_rowwise_kernel(float *out, const float *in, int64_t rows, int64_t cols) {
    extern __shared__ float partial[];
    float sum = 0.0f;
    for (int64_t base = 0; base < cols; base += blockDim.x) {
        sum += in[blockIdx.x * cols + base + threadIdx.x];  //~ out-of-bounds
    }
    partial[threadIdx.x] = sum;
    __syncthreads();
    for (unsigned int active = blockDim.x / 2; active > 0; active /= 2) {
        if (threadIdx.x < active) {
            partial[threadIdx.x] += partial[threadIdx.x + active];
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        out[blockIdx.x] = partial[0];
    }
}

}  // namespace oprt::reduce_sum::nvidia
