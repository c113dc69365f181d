// CUB: both sums of a block, in one piece of storage.
#pragma once
#include <cub/block/block_reduce.cuh>
#include <math.h>
#include <stdint.h>

namespace oprt::layer_norm::nvidia {

__global__ void layer_norm_rowwise_kernel(float *out, const float *in, const float *gamma, const float *beta, int64_t rows,
                                          int64_t cols, float eps) {
    using BlockReduce = cub::BlockReduce<float, 256>;
    __shared__ typename BlockReduce::TempStorage storage;
    __shared__ float mean;
    __shared__ float factor;
    const float *x = in + blockIdx.x * cols;
    float *y = out + blockIdx.x * cols;

    float sum = 0.0f;
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        sum += x[col];
    }
    float all = BlockReduce(storage).Sum(sum);
    if (threadIdx.x == 0) {
        mean = all / cols;
    }
    __syncthreads();
    float squares = 0.0f;
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        squares += (x[col] - mean) * (x[col] - mean);
    }
    all = BlockReduce(storage).Sum(squares);
    if (threadIdx.x == 0) {
        factor = rsqrtf(all / cols + eps);
    }
    __syncthreads();
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        y[col] = (x[col] - mean) * factor * gamma[col] + beta[col];
    }
}

}  // namespace oprt::layer_norm::nvidia
