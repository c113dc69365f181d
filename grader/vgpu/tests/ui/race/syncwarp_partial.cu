//@ kernel: half
//@ launch: grid=1 block=32
//@ args: out=f32[32]:uninit in=f32[32]:ramp
// Each half of the warp meets only itself, but reads what the other half wrote.
__global__ void half(float* out, const float* in) {
    __shared__ float s[32];
    unsigned t = threadIdx.x;
    s[t] = in[t]; //~ race
    __syncwarp(t < 16 ? 0x0000ffffu : 0xffff0000u);
    out[t] = s[31 - t];
}
