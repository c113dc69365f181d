//@ kernel: k
//@ launch: grid=1 block=32
//@ args: out=u32[32]:uninit in=u32[32]:ramp
__global__ void k(unsigned* out, const unsigned* in) {
    unsigned t = threadIdx.x;
    out[t] = __ballot_sync(0x0000ffffu, in[t] > 7); //~ barrier-divergence
}
