//@ kernel: swap
//@ launch: grid=1 block=64
//@ args: out=f32[64]:uninit in=f32[64]:ramp
__global__ void swap(float* out, const float* in) {
    __shared__ float s[64];
    unsigned t = threadIdx.x;
    s[t] = in[t]; //~ race
    __syncwarp();
    out[t] = s[t ^ 32];
}
//@ twin: reverse
