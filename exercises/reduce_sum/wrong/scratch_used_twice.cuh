//@ expect: race
//@ says: __syncthreads()
// Two sums, of even and of odd columns, through the same shared memory, with no barrier between reading the first
// result and storing the second one's values.
#pragma once
#include <stdint.h>

namespace oprt::reduce_sum::nvidia {

__global__ void reduce_sum_rowwise_kernel(float *out, const float *in, int64_t rows, int64_t cols) {
    extern __shared__ float partial[];
    float total = 0.0f;
    for (int pass = 0; pass < 2; ++pass) {
        float sum = 0.0f;
        for (int64_t col = 2 * threadIdx.x + pass; col < cols; col += 2 * blockDim.x) {
            sum += in[blockIdx.x * cols + col];
        }
        partial[threadIdx.x] = sum;
        __syncthreads();
        for (unsigned int active = blockDim.x / 2; active > 0; active /= 2) {
            if (threadIdx.x < active) {
                partial[threadIdx.x] += partial[threadIdx.x + active];
            }
            __syncthreads();
        }
        total += partial[0];  //~ race
    }
    if (threadIdx.x == 255) {
        out[blockIdx.x] = total;
    }
}

}  // namespace oprt::reduce_sum::nvidia
