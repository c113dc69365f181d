//@ expect: wrong-result
//@ says: The digits are those of `half`
// Adds up in half, which has eleven bits.
#pragma once
#include <cuda_fp16.h>
#include <stdint.h>

namespace oprt::reduce_sum::nvidia {

__global__ void reduce_sum_rowwise_kernel(float *out, const float *in, int64_t rows, int64_t cols) {
    __shared__ __half partial[256];
    __half sum = __float2half(0.0f);
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        sum = __hadd(sum, __float2half(in[blockIdx.x * cols + col]));
    }
    partial[threadIdx.x] = sum;
    __syncthreads();
    for (unsigned int active = blockDim.x / 2; active > 0; active /= 2) {
        if (threadIdx.x < active) {
            partial[threadIdx.x] = __hadd(partial[threadIdx.x], partial[threadIdx.x + active]);
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        out[blockIdx.x] = __half2float(partial[0]);  //~ wrong-result
    }
}

}  // namespace oprt::reduce_sum::nvidia
