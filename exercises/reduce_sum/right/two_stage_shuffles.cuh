// Each warp by shuffles, then the first warp over the warps' sums.
#pragma once
#include <stdint.h>

namespace oprt::reduce_sum::nvidia {

__device__ inline float warp_sum(float value) {
#pragma unroll
    for (int offset = 16; offset > 0; offset /= 2) {
        value += __shfl_down_sync(0xffffffffu, value, offset);
    }
    return value;
}

__global__ void reduce_sum_rowwise_kernel(float *out, const float *in, int64_t rows, int64_t cols) {
    __shared__ float warps[8];
    int lane = threadIdx.x % 32;
    int warp = threadIdx.x / 32;
    float sum = 0.0f;
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        sum += in[blockIdx.x * cols + col];
    }
    sum = warp_sum(sum);
    if (lane == 0) {
        warps[warp] = sum;
    }
    __syncthreads();
    if (warp == 0) {
        sum = lane < 8 ? warps[lane] : 0.0f;
        sum = warp_sum(sum);
        if (lane == 0) {
            out[blockIdx.x] = sum;
        }
    }
}

}  // namespace oprt::reduce_sum::nvidia
