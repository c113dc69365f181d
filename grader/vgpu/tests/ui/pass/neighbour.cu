//@ kernel: shift
//@ launch: grid=1 block=64
//@ args: out=f32[64]:uninit in=f32[64]:ramp
//@ check-pass
__global__ void shift(float* out, const float* in) {
    __shared__ float s[65];
    unsigned t = threadIdx.x;
    if (t == 0) s[64] = 0;
    s[t] = in[t];
    __syncthreads();
    out[t] = s[t + 1];
}
