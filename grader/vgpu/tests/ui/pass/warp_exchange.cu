//@ kernel: swap
//@ launch: grid=1 block=32
//@ args: out=f32[32]:uninit in=f32[32]:ramp
//@ check-pass
__global__ void swap(float* out, const float* in) {
    __shared__ float s[32];
    unsigned t = threadIdx.x;
    s[t] = in[t];
    __syncwarp();
    out[t] = s[t ^ 1];
}
