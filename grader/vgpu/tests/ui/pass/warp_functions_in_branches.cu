//@ kernel: k
//@ launch: grid=1 block=64
//@ args: out=u32[64]:uninit in=u32[64]:ramp
//@ check-pass
__global__ void k(unsigned* out, const unsigned* in) {
    unsigned t = threadIdx.x, v = in[t];
    if (v % 4 == 1) {
        v = __reduce_add_sync(0x22222222u, v);
    } else if (v % 4 == 2) {
        v = __match_any_sync(0x44444444u, v % 8) + __any_sync(0x44444444u, v > 60);
    }
    out[t] = v;
}
