//@ kernel: k
//@ launch: grid=1 block=64
//@ args: out=f32[32]:uninit in=f32[64]:ramp
// The producer does not wait until the first half has been taken: it arrives a second time.
__global__ void k(float* out, const float* in) {
    __shared__ float s[64];
    unsigned t = threadIdx.x;
    if (t < 32) {
        s[t] = in[t];
        asm volatile("bar.arrive 1, 64;" ::: "memory");
        s[t + 32] = in[t + 32];
        asm volatile("bar.arrive 1, 64;" ::: "memory");
    } else {
        asm volatile("bar.sync 1, 64;" ::: "memory"); //~ barrier-divergence
        out[t - 32] = s[63 - t];
    }
}
