//@ expect: race
//@ says: two threads access `total`
// The lock is given back by a plain store, with no fence: the next thread may miss the sum.
#pragma once
#include <stdint.h>

namespace oprt::reduce_sum::nvidia {

__global__ void reduce_sum_rowwise_kernel(float *out, const float *in, int64_t rows, int64_t cols) {
    __shared__ int lock;
    __shared__ float total;
    if (threadIdx.x == 0) {
        lock = 0;
        total = 0.0f;
    }
    __syncthreads();
    float sum = 0.0f;
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        sum += in[blockIdx.x * cols + col];
    }
    bool done = false;
    while (!done) {
        if (atomicCAS(&lock, 0, 1) == 0) {
            total += sum;  //~ race
            atomicExch(&lock, 0);
            done = true;
        }
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        out[blockIdx.x] = total;
    }
}

}  // namespace oprt::reduce_sum::nvidia
