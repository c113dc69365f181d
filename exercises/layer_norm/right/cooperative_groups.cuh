// Tiles of 32 threads, whose shuffles need no mask.
#pragma once
#include <cooperative_groups.h>
#include <math.h>
#include <stdint.h>

namespace oprt::layer_norm::nvidia {

namespace cg = cooperative_groups;

__device__ float reduce(cg::thread_block block, float *parts, float value) {
    cg::thread_block_tile<32> tile = cg::tiled_partition<32>(block);
    for (int offset = tile.size() / 2; offset > 0; offset /= 2) {
        value += tile.shfl_xor(value, offset);
    }
    if (tile.thread_rank() == 0) {
        parts[tile.meta_group_rank()] = value;
    }
    block.sync();
    value = 0.0f;
    for (unsigned int w = 0; w < tile.meta_group_size(); ++w) {
        value += parts[w];
    }
    block.sync();
    return value;
}

__global__ void layer_norm_rowwise_kernel(float *out, const float *in, const float *gamma, const float *beta, int64_t rows,
                                          int64_t cols, float eps) {
    __shared__ float parts[8];
    cg::thread_block block = cg::this_thread_block();
    const float *x = in + blockIdx.x * cols;
    float *y = out + blockIdx.x * cols;

    float sum = 0.0f;
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        sum += x[col];
    }
    float mean = reduce(block, parts, sum) / cols;

    float squares = 0.0f;
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        float distance = x[col] - mean;
        squares += distance * distance;
    }
    float variance = reduce(block, parts, squares) / cols;

    float factor = 1.0f / sqrtf(variance + eps);
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        y[col] = (x[col] - mean) * factor * gamma[col] + beta[col];
    }
}

}  // namespace oprt::layer_norm::nvidia
