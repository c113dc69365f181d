//@ kernel: k
//@ launch: grid=1 block=32
//@ args: out=f32[32]:uninit in=f32[32]:ramp
__global__ void k(float* out, const float* in) {
    __shared__ float s[32];
    unsigned t = threadIdx.x;
    s[t] = in[t];
    if (t < 8) {
        __syncwarp(); //~ barrier-divergence
        out[t] = s[t + 1];
    }
    __syncthreads();
    if (t >= 8) out[t] = s[31 - t];
}
