//@ kernel: sum
//@ launch: grid=1 block=64
//@ args: out=f32[1]:uninit in=f32[64]:ramp
__global__ void sum(float* out, const float* in) {
    __shared__ float s[64];
    unsigned t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    if (t < 32) {
        s[t] += s[t + 32];
        s[t] += s[t + 16];
        s[t] += s[t + 8];
        s[t] += s[t + 4];
        s[t] += s[t + 2];
        s[t] += s[t + 1]; //~ race
    }
    if (t == 0) out[0] = s[0];
}
//@ twin: warp_tail_volatile
