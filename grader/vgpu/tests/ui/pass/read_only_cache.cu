//@ kernel: k
//@ launch: grid=4 block=64
//@ args: out=f32[256]:uninit in=f32[256]:ramp
//@ check-pass
__global__ void k(float* __restrict__ out, const float* __restrict__ in) {
    unsigned i = blockIdx.x * 64 + threadIdx.x;
    out[i] = __ldg(&in[i]) + in[255 - i];
}
