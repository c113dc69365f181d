//@ kernel: k
//@ launch: grid=1 block=32
//@ args: out=u32[32]:zero in=u32[32]:ramp
//@ check-pass
// The upper half meets without lane 0, after some of its lanes have left.
__global__ void k(unsigned* out, const unsigned* in) {
    __shared__ unsigned s[32];
    unsigned t = threadIdx.x;
    s[t] = 0;
    __syncwarp();
    if (t >= 16) {
        if (t >= 20) {
            s[t] = in[t];
            __syncwarp(0xffff0000);
            out[t] = s[20 + 31 - t];
        } else {
            unsigned v = 0;
            for (unsigned k = 0; k < 50 * t; k++) v = v * 3 + in[k % 32];
            out[t] = v;
        }
    }
}
