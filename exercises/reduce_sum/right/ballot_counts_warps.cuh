// Votes find the warps that have columns at all; only their sums are added.
#pragma once
#include <stdint.h>

namespace oprt::reduce_sum::nvidia {

__global__ void reduce_sum_rowwise_kernel(float *out, const float *in, int64_t rows, int64_t cols) {
    __shared__ float warps[8];
    __shared__ unsigned int has_data;
    if (threadIdx.x == 0) {
        has_data = 0;
    }
    __syncthreads();
    unsigned int lane = threadIdx.x & 31;
    unsigned int warp = threadIdx.x >> 5;
    unsigned int members = __ballot_sync(0xffffffffu, threadIdx.x < cols);
    if (members != 0) {
        float sum = 0.0f;
        for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
            sum += in[blockIdx.x * cols + col];
        }
        for (int offset = 16; offset > 0; offset /= 2) {
            sum += __shfl_down_sync(0xffffffffu, sum, offset);
        }
        if (lane == 0) {
            warps[warp] = sum;
            atomicOr(&has_data, 1u << warp);
        }
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        float total = 0.0f;
        for (unsigned int left = has_data; left != 0; left &= left - 1) {
            total += warps[__ffs(left) - 1];
        }
        out[blockIdx.x] = total;
    }
}

}  // namespace oprt::reduce_sum::nvidia
