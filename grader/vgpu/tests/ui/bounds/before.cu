//@ kernel: k
//@ launch: grid=1 block=64
//@ args: out=f32[64]:uninit in=f32[64]:ramp
__global__ void k(float* out, const float* in) {
    int t = threadIdx.x;
    out[t] = in[t] + in[t - 1]; //~ out-of-bounds
}
