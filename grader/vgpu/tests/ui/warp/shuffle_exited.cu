//@ kernel: sum
//@ launch: grid=1 block=32
//@ args: out=f32[1]:uninit in=f32[20]:ramp n=u32:20
__global__ void sum(float* out, const float* in, unsigned n) {
    unsigned t = threadIdx.x;
    if (t >= n) return;
    float v = in[t];
    for (int o = 16; o > 0; o /= 2) v += __shfl_xor_sync(0xffffffffu, v, o); //~ barrier-divergence
    if (t == 0) out[0] = v;
}
