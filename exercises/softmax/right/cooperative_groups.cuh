// Tiles of 32 threads, whose shuffles need no mask.
#pragma once
#include <cooperative_groups.h>
#include <math.h>
#include <stdint.h>

namespace oprt::softmax::nvidia {

namespace cg = cooperative_groups;

template <typename Op>
__device__ float reduce(cg::thread_block block, float *parts, float value, Op op) {
    cg::thread_block_tile<32> tile = cg::tiled_partition<32>(block);
    for (int offset = tile.size() / 2; offset > 0; offset /= 2) {
        value = op(value, tile.shfl_xor(value, offset));
    }
    if (tile.thread_rank() == 0) {
        parts[tile.meta_group_rank()] = value;
    }
    block.sync();
    value = parts[0];
    for (unsigned int w = 1; w < tile.meta_group_size(); ++w) {
        value = op(value, parts[w]);
    }
    block.sync();
    return value;
}

__global__ void softmax_rowwise_kernel(float *out, const float *in, int64_t rows, int64_t cols) {
    __shared__ float parts[8];
    cg::thread_block block = cg::this_thread_block();
    const float *x = in + blockIdx.x * cols;
    float largest = -INFINITY;
    for (int64_t col = block.thread_rank(); col < cols; col += block.size()) {
        largest = fmaxf(largest, x[col]);
    }
    largest = reduce(block, parts, largest, [](float a, float b) { return fmaxf(a, b); });
    float sum = 0.0f;
    for (int64_t col = block.thread_rank(); col < cols; col += block.size()) {
        sum += expf(x[col] - largest);
    }
    sum = reduce(block, parts, sum, [](float a, float b) { return a + b; });
    for (int64_t col = block.thread_rank(); col < cols; col += block.size()) {
        out[blockIdx.x * cols + col] = expf(x[col] - largest) / sum;
    }
}

}  // namespace oprt::softmax::nvidia
