//@ kernel: k
//@ launch: grid=1 block=64
//@ args: out=f32[64]:uninit in=f32[64]:ramp
__global__ void k(float* out, const float* in) {
    __shared__ float s[64];
    unsigned t = threadIdx.x;
    if (t < 32) {
        s[t] = in[t];
        __syncthreads(); //~ barrier-divergence
        out[t] = s[t + 32];
    } else {
        s[t] = in[t] * 2;
        __syncthreads();
        out[t] = s[t - 32];
    }
}
