//@ kernel: k
//@ launch: grid=1 block=64
//@ args: out=f32[64]:uninit in=f32[64]:ramp
//@ check-pass
__global__ void k(float* out, const float* in) {
    __shared__ float s[64];
    unsigned t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    if (t < 40) out[t] = s[t + 1];
    __syncthreads();
    if (t >= 40) out[t] = s[63 - t];
}
