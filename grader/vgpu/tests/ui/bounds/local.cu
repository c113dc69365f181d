//@ kernel: k
//@ launch: grid=1 block=32
//@ args: out=f32[32]:uninit in=u32[32]:ramp
__global__ void k(float* out, const unsigned* in) {
    float a[8];
    unsigned t = threadIdx.x;
    for (unsigned i = 0; i < 8; i++) a[i] = in[(t + i) % 32];
    a[in[t] % 4]++;
    out[t] = a[in[t] * 1000]; //~ out-of-bounds
}
