//@ kernel: k
//@ launch: grid=1 block=32
//@ args: out=u32[32]:zero in=u32[32]:ramp
// The mask names all lanes, and eight of them wait for the others elsewhere.
__global__ void k(unsigned* out, const unsigned* in) {
    unsigned t = threadIdx.x;
    if (t < 24) {
        out[t] = __match_any_sync(0xffffffff, in[t] / 7); //~ barrier-divergence
    } else {
        __syncwarp();
        out[t] = 1;
    }
}
