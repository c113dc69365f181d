//@ kernel: k
//@ launch: grid=1 block=32
//@ args: out=u32[32]:uninit in=u32[32]:ramp
//@ check-pass
__global__ void k(unsigned* out, const unsigned* in) {
    unsigned t = threadIdx.x, v;
    unsigned even = __ballot_sync(0xffffffffu, in[t] % 2 == 0);
    if (in[t] % 2 == 0) v = __ballot_sync(even, in[t] > 7);
    else v = __ballot_sync(~even, in[t] > 9) + 1;
    out[t] = v;
}
