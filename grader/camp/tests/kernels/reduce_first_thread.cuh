//~ reduce_sum wrong-result:15
#pragma once
#include <stdint.h>
namespace oprt::reduce_sum::nvidia {

__global__ void reduce_sum_rowwise_kernel(float *out, const float *in, int64_t rows, int64_t cols) {
    extern __shared__ float partial[];
    float sum = 0.0f;
    for (int64_t c = threadIdx.x; c < cols; c += blockDim.x) {
        sum += in[blockIdx.x * cols + c];
    }
    partial[threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        out[blockIdx.x] = partial[0];
    }
}

}  // namespace oprt::reduce_sum::nvidia
