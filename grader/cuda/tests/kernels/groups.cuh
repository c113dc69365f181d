#pragma once
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <stdint.h>
namespace cg = cooperative_groups;
__global__ void groups(float *out, const float *in, int64_t n) {
    cg::thread_block block = cg::this_thread_block();
    cg::grid_group grid = cg::this_grid();
    auto warp = cg::tiled_partition<32>(block);
    float x = grid.thread_rank() < n ? in[grid.thread_rank()] : 0.0f;
    for (int offset = warp.size() / 2; offset > 0; offset /= 2) x += warp.shfl_down(x, offset);
    x = cg::reduce(warp, x, cg::plus<float>());
    block.sync();
    if (threadIdx.x % 2) {
        auto active = cg::coalesced_threads();
        x += active.size() + active.ballot(1);
    }
    out[grid.thread_rank()] = x + cg::inclusive_scan(warp, 1);
    grid.sync();
}
