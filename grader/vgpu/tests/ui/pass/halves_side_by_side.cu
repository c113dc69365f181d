//@ kernel: halves
//@ launch: grid=1 block=64
//@ args: out=u16[128]:uninit in=u16[64]:ramp
//@ check-pass
__global__ void halves(unsigned short* out, const unsigned short* in) {
    unsigned t = threadIdx.x;
    out[2 * t] = in[t];
    out[2 * t + 1] = in[63 - t];
}
