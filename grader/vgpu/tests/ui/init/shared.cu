//@ kernel: k
//@ launch: grid=1 block=64
//@ args: out=f32[64]:uninit in=f32[50]:ramp n=u32:50
__global__ void k(float* out, const float* in, unsigned n) {
    __shared__ float s[64];
    unsigned t = threadIdx.x;
    if (t < n) s[t] = in[t];
    __syncthreads();
    out[t] = s[63 - t] * 2; //~ uninitialized-read
}
