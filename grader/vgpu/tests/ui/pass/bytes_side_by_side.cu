//@ kernel: bytes
//@ launch: grid=1 block=64
//@ args: out=u8[64]:uninit in=u8[64]:ramp
//@ check-pass
__global__ void bytes(unsigned char* out, const unsigned char* in) {
    __shared__ unsigned char s[64];
    unsigned t = threadIdx.x;
    s[t] = in[t] + 1;
    out[t] = s[t];
}
