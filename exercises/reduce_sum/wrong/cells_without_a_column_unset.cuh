//@ expect: uninitialized-read
//@ says: the neutral element: 0 for a sum
// Threads without a column store nothing, and the tree reads their cells.
#pragma once
#include <stdint.h>

namespace oprt::reduce_sum::nvidia {

__global__ void reduce_sum_rowwise_kernel(float *out, const float *in, int64_t rows, int64_t cols) {
    extern __shared__ float partial[];
    unsigned int t = threadIdx.x;
    if (t < cols) {
        float sum = 0.0f;
        for (int64_t col = t; col < cols; col += blockDim.x) {
            sum += in[blockIdx.x * cols + col];
        }
        partial[t] = sum;
    }
    __syncthreads();
    for (unsigned int active = blockDim.x / 2; active > 0; active /= 2) {
        if (t < active) {
            partial[t] += partial[t + active];  //~ uninitialized-read
        }
        __syncthreads();
    }
    if (t == 0) {
        out[blockIdx.x] = partial[0];
    }
}

}  // namespace oprt::reduce_sum::nvidia
