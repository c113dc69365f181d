//@ kernel: half
//@ launch: grid=1 block=32
//@ args: out=f32[32]:uninit in=f32[32]:ramp
//@ check-pass
__global__ void half(float* out, const float* in) {
    __shared__ float s[32];
    unsigned t = threadIdx.x;
    s[t] = in[t];
    __syncwarp(t < 16 ? 0x0000ffffu : 0xffff0000u);
    out[t] = s[t ^ 15];
}
