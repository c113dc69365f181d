//@ kernel: k
//@ launch: grid=1 block=32
//@ args: out=u32[32]:uninit in=u32[32]:ramp
// Both branches name all lanes, but a ballot joins only lanes of one place.
__global__ void k(unsigned* out, const unsigned* in) {
    unsigned t = threadIdx.x, v;
    if (in[t] % 2 == 0) v = __ballot_sync(0xffffffffu, in[t] > 7); //~ barrier-divergence
    else v = __ballot_sync(0xffffffffu, in[t] > 9) + 1;
    out[t] = v;
}
