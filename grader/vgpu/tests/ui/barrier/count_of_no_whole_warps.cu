//@ kernel: k
//@ launch: grid=1 block=64
//@ args: out=f32[64]:uninit in=f32[64]:ramp n=u32:40
// A barrier counts whole warps; 40 is more than one and less than two.
__global__ void k(float* out, const float* in, unsigned n) {
    __shared__ float s[64];
    unsigned t = threadIdx.x;
    s[t] = in[t];
    asm volatile("bar.sync 1, %0;" ::"r"(n) : "memory"); //~ barrier-divergence
    out[t] = s[63 - t];
}
