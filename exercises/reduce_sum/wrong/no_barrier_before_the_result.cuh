//@ expect: race
//@ says: __syncthreads()
// The barrier stands at the start of a level: after the last one there is none, and another warp writes the result.
#pragma once
#include <stdint.h>

namespace oprt::reduce_sum::nvidia {

__global__ void reduce_sum_rowwise_kernel(float *out, const float *in, int64_t rows, int64_t cols) {
    extern __shared__ float partial[];
    float sum = 0.0f;
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        sum += in[blockIdx.x * cols + col];
    }
    partial[threadIdx.x] = sum;
    for (unsigned int active = blockDim.x / 2; active > 0; active /= 2) {
        __syncthreads();
        if (threadIdx.x < active) {
            partial[threadIdx.x] += partial[threadIdx.x + active];  //~ race
        }
    }
    if (threadIdx.x == blockDim.x - 1) {
        out[blockIdx.x] = partial[0];
    }
}

}  // namespace oprt::reduce_sum::nvidia
