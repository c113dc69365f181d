//@ kernel: k
//@ launch: grid=1 block=64
//@ args: out=f32[64]:uninit in=f32[64]:ramp
//@ check-pass
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
__global__ void k(float* out, const float* in) {
    __shared__ float s[64];
    cg::thread_block block = cg::this_thread_block();
    auto tile = cg::tiled_partition<16>(block);
    unsigned t = block.thread_rank();
    s[t] = in[t];
    tile.sync();
    float v = s[t ^ 15];
    v = cg::reduce(tile, v, cg::plus<float>());
    block.sync();
    out[t] = v + s[63 - t];
}
