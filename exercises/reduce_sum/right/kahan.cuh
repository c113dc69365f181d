// Compensated summation, of the elements and of the partial sums.
#pragma once
#include <stdint.h>

namespace oprt::reduce_sum::nvidia {

struct Kahan {
    float sum = 0.0f;
    float lost = 0.0f;

    __device__ void add(float x) {
        float y = __fsub_rn(x, lost);
        float t = __fadd_rn(sum, y);
        lost = __fsub_rn(__fsub_rn(t, sum), y);
        sum = t;
    }
};

__global__ void reduce_sum_rowwise_kernel(float *out, const float *in, int64_t rows, int64_t cols) {
    extern __shared__ float partial[];
    Kahan mine;
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        mine.add(in[blockIdx.x * cols + col]);
    }
    partial[threadIdx.x] = mine.sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        Kahan total;
        for (unsigned int t = 0; t < blockDim.x; ++t) {
            total.add(partial[t]);
        }
        out[blockIdx.x] = total.sum;
    }
}

}  // namespace oprt::reduce_sum::nvidia
