//@ kernel: k
//@ launch: grid=2 block=64
//@ args: out=f32[100]:uninit in=f32[128]:ramp
__global__ void k(float* out, const float* in) {
    unsigned i = blockIdx.x * 64 + threadIdx.x;
    out[i] = in[i]; //~ out-of-bounds
}
