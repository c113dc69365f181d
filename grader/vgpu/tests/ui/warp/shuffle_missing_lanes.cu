//@ kernel: sum
//@ launch: grid=1 block=17
//@ args: out=f32[1]:uninit in=f32[17]:ramp
__global__ void sum(float* out, const float* in) {
    unsigned t = threadIdx.x;
    float v = in[t];
    for (int o = 16; o > 0; o /= 2) v += __shfl_down_sync(0xffffffffu, v, o); //~ barrier-divergence
    if (t == 0) out[0] = v;
}
