// Tiles of 32 threads that reduce by themselves, then the block.
#pragma once
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <stdint.h>

namespace oprt::reduce_sum::nvidia {

namespace cg = cooperative_groups;

__global__ void reduce_sum_rowwise_kernel(float *out, const float *in, int64_t rows, int64_t cols) {
    __shared__ float tiles[8];
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> tile = cg::tiled_partition<32>(block);
    float sum = 0.0f;
    for (int64_t col = block.thread_rank(); col < cols; col += block.size()) {
        sum += in[blockIdx.x * cols + col];
    }
    sum = cg::reduce(tile, sum, cg::plus<float>());
    if (tile.thread_rank() == 0) {
        tiles[tile.meta_group_rank()] = sum;
    }
    block.sync();
    if (block.thread_rank() == 0) {
        float total = 0.0f;
        for (unsigned int t = 0; t < tile.meta_group_size(); ++t) {
            total += tiles[t];
        }
        out[blockIdx.x] = total;
    }
}

}  // namespace oprt::reduce_sum::nvidia
