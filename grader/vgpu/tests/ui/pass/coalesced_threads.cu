//@ kernel: k
//@ launch: grid=1 block=64
//@ args: n=u32[1]:zero out=u32[64]:uninit in=u32[64]:ramp
//@ check-pass
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void k(unsigned* n, unsigned* out, const unsigned* in) {
    unsigned t = threadIdx.x, at = 0;
    if (in[t] % 3 == 0) {
        cg::coalesced_group g = cg::coalesced_threads();
        if (g.thread_rank() == 0) at = atomicAdd(n, g.size());
        at = g.shfl(at, 0) + g.thread_rank();
    }
    out[t] = at;
}
