//@ expect: wrong-result
//@ says: The tree loses cells
// The tree starts with as many cells as there are columns; it works for powers of two only.
#pragma once
#include <stdint.h>

namespace oprt::reduce_sum::nvidia {

__global__ void reduce_sum_rowwise_kernel(float *out, const float *in, int64_t rows, int64_t cols) {
    extern __shared__ float partial[];
    int count = cols < 256 ? static_cast<int>(cols) : 256;
    float sum = 0.0f;
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        sum += in[blockIdx.x * cols + col];
    }
    partial[threadIdx.x] = sum;
    __syncthreads();
    for (int active = count / 2; active > 0; active /= 2) {
        if (threadIdx.x < active) {
            partial[threadIdx.x] += partial[threadIdx.x + active];
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        out[blockIdx.x] = partial[0];  //~ wrong-result
    }
}

}  // namespace oprt::reduce_sum::nvidia
