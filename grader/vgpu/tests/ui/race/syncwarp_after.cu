//@ kernel: twice
//@ launch: grid=1 block=32
//@ args: out=f32[32]:uninit in=f32[32]:ramp
// Once partial masks have been used, accesses after a full one still race.
__global__ void twice(float* out, const float* in) {
    __shared__ float s[32];
    unsigned t = threadIdx.x;
    s[t] = in[t];
    __syncwarp(t < 16 ? 0x0000ffffu : 0xffff0000u);
    float v = s[t ^ 15];
    __syncwarp();
    s[t] = v; //~ race
    out[t] = s[31 - t];
}
//@ twin: syncwarp_partial
