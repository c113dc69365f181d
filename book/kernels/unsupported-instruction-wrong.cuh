#pragma once
#include <stdint.h>

namespace oprt::reduce_sum::nvidia {

// A barrier of the thread block cluster, which is this block alone.
__device__ void cluster_sync() {
    asm volatile("barrier.cluster.arrive.aligned;" ::: "memory");
    asm volatile("barrier.cluster.wait.aligned;" ::: "memory");
}

// The sum of one value from each lane of the warp; only lane 0 has it.
__device__ float warp_sum(float value) {
    for (int offset = 16; offset > 0; offset /= 2) {
        value += __shfl_down_sync(0xffffffffu, value, offset);
    }
    return value;
}

__global__ void reduce_sum_rowwise_kernel(float *out, const float *in,
                                          int64_t rows, int64_t cols) {
    __shared__ float warps[8];
    int lane = threadIdx.x % 32;
    int warp = threadIdx.x / 32;
    int64_t row = blockIdx.x;

    float sum = 0.0f;
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        sum += in[row * cols + col];
    }
    sum = warp_sum(sum);
    if (lane == 0) {
        warps[warp] = sum;
    }
    cluster_sync();

    if (threadIdx.x == 0) {
        float total = 0.0f;
        for (int w = 0; w < 8; ++w) {
            total += warps[w];
        }
        out[row] = total;
    }
}

}  // namespace oprt::reduce_sum::nvidia
