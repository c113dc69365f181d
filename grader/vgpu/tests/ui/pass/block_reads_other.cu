//@ kernel: stencil
//@ launch: grid=4 block=32
//@ args: b=f32[129]:uninit a=f32[129]:ramp
//@ check-pass
__global__ void stencil(float* b, const float* a) {
    unsigned i = blockIdx.x * 32 + threadIdx.x;
    b[i] = a[i + 1] * 0.5f;
}
