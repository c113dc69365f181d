//@ kernel: k
//@ launch: grid=1 block=32
//@ args: out=f32[32]:uninit in=u32[32]:ramp
__global__ void k(float* out, const unsigned* in) {
    float a[8];
    unsigned t = threadIdx.x;
    for (unsigned i = 0; i < in[t] % 8; i++) a[i] = i;
    out[t] = a[in[t] / 4]; //~ uninitialized-read
}
