//@ kernel: k
//@ launch: grid=2 block=64
//@ args: out=f32[100]:uninit in=f32[100]:ramp n=u32:100
//@ check-pass
__global__ void k(float* out, const float* in, unsigned n) {
    unsigned i = blockIdx.x * 64 + threadIdx.x;
    if (i < n) out[i] = 2 * in[i];
}
