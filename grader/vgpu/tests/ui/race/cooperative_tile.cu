//@ kernel: k
//@ launch: grid=1 block=64
//@ args: out=f32[64]:uninit in=f32[64]:ramp
// A tile of 16 threads meets at `tile.sync()`, but the value read is another tile's.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void k(float* out, const float* in) {
    __shared__ float s[64];
    cg::thread_block block = cg::this_thread_block();
    auto tile = cg::tiled_partition<16>(block);
    unsigned t = block.thread_rank();
    s[t] = in[t]; //~ race
    tile.sync();
    out[t] = s[t ^ 16];
}
