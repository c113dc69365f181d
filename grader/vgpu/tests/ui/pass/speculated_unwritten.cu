//@ kernel: k
//@ launch: grid=1 block=64
//@ args: out=f32[64]:uninit in=f32[64]:ramp use=u32:0
//@ check-pass
__global__ void k(float* out, const float* in, unsigned use) {
    __shared__ float s[2];
    unsigned t = threadIdx.x;
    float v = in[t];
    if (use && t == 0) s[1] = v;
    __syncthreads();
    if (use) v += s[1];
    out[t] = v;
}
