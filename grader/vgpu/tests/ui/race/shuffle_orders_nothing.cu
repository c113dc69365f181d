//@ kernel: k
//@ launch: grid=1 block=32
//@ args: out=f32[32]:uninit in=f32[32]:ramp
__global__ void k(float* out, const float* in) {
    __shared__ float s[32];
    unsigned t = threadIdx.x;
    s[t] = in[t]; //~ race
    float v = __shfl_xor_sync(0xffffffffu, in[t] + 1, 1);
    out[t] = s[t ^ 1] + v;
}
//@ twin: warp_exchange
