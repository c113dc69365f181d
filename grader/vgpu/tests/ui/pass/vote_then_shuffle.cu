//@ kernel: k
//@ launch: grid=1 block=50
//@ args: out=u32[50]:uninit in=u32[50]:ramp
//@ check-pass
// Warp-aggregated: the leader's value is broadcast among those that voted, in a warp that is not whole.
__global__ void k(unsigned* out, const unsigned* in) {
    __shared__ unsigned n;
    unsigned t = threadIdx.x, lane = t % 32;
    if (t == 0) n = 0;
    __syncthreads();
    unsigned at = 99;
    bool yes = in[t] % 3 != 0;
    unsigned here = __ballot_sync(__activemask(), yes);
    if (yes) {
        int leader = __ffs(here) - 1;
        if (lane == leader) at = atomicAdd(&n, __popc(here));
        at = __shfl_sync(here, at, leader) + __popc(here & ((1u << lane) - 1));
    }
    out[t] = at;
}
