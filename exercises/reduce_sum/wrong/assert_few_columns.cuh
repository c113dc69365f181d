//@ expect: assert
//@ says: cols <= blockDim.x
// Claims that a row fits into a block.
#pragma once
#include <assert.h>
#include <stdint.h>

namespace oprt::reduce_sum::nvidia {

__global__ void reduce_sum_rowwise_kernel(float *out, const float *in, int64_t rows, int64_t cols) {
    extern __shared__ float partial[];
    assert(cols <= blockDim.x);  //~ assert
    partial[threadIdx.x] = threadIdx.x < cols ? in[blockIdx.x * cols + threadIdx.x] : 0.0f;
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
