//@ expect: hang
//@ says: the kernel had not ended when its steps were spent
// `active` is rounded up, so it stays at 1.
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
    __syncthreads();
    for (unsigned int active = blockDim.x / 2; active > 0; active = (active + 1) / 2) {  //~ hang
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
