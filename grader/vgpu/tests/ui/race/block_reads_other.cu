//@ kernel: stencil
//@ launch: grid=4 block=32
//@ args: a=f32[129]:ramp
__global__ void stencil(float* a) {
    unsigned i = blockIdx.x * 32 + threadIdx.x;
    float v = a[i + 1];
    a[i] = v * 0.5f; //~ race
}
