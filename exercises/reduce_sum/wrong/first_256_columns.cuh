//@ expect: wrong-result
//@ says: of its first 256 columns only
// One element per thread: columns from 256 on have no thread.
#pragma once
#include <stdint.h>

namespace oprt::reduce_sum::nvidia {

__global__ void reduce_sum_rowwise_kernel(float *out, const float *in, int64_t rows, int64_t cols) {
    extern __shared__ float partial[];
    unsigned int t = threadIdx.x;
    partial[t] = t < cols ? in[blockIdx.x * cols + t] : 0.0f;
    __syncthreads();
    for (unsigned int active = 128; active > 0; active >>= 1) {
        if (t < active) {
            partial[t] += partial[t + active];
        }
        __syncthreads();
    }
    if (t == 0) {
        out[blockIdx.x] = partial[0];  //~ wrong-result
    }
}

}  // namespace oprt::reduce_sum::nvidia
