//@ exercise: reduce_sum
//@ says: not known here any more
// The variable ends with its block.
#pragma once
#include <stdint.h>

namespace oprt::reduce_sum::nvidia {

__global__ void reduce_sum_rowwise_kernel(float *out, const float *in, int64_t rows, int64_t cols) {
    extern __shared__ float partial[];
    int64_t row = blockIdx.x;
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        float total = 0.0f;
        total += in[row * cols + col];
    }
    partial[threadIdx.x] = total;  //~ compile-error
    __syncthreads();
    for (unsigned int active = blockDim.x / 2; active > 0; active /= 2) {
        if (threadIdx.x < active) {
            partial[threadIdx.x] += partial[threadIdx.x + active];
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        out[row] = partial[0];
    }
}

}  // namespace oprt::reduce_sum::nvidia
