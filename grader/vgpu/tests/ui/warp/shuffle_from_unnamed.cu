//@ kernel: k
//@ launch: grid=1 block=32
//@ args: out=f32[32]:uninit in=f32[32]:ramp
__global__ void k(float* out, const float* in) {
    unsigned t = threadIdx.x;
    float v = in[t];
    if (t < 16) v += __shfl_down_sync(0x0000ffffu, v, 4); //~ barrier-divergence
    out[t] = v;
}
