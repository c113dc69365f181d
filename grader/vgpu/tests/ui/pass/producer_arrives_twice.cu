//@ kernel: k
//@ launch: grid=1 block=64
//@ args: out=f32[32]:uninit in=f32[64]:ramp
//@ check-pass
// Two rounds of a producer and a consumer, with a barrier for “full” and one for “empty”.
__global__ void k(float* out, const float* in) {
    __shared__ float s[32];
    unsigned t = threadIdx.x;
    if (t < 32) {
        s[t] = in[t];
        asm volatile("bar.arrive 1, 64;" ::: "memory");
        asm volatile("bar.sync 2, 64;" ::: "memory");
        s[t] = in[t + 32];
        asm volatile("bar.arrive 1, 64;" ::: "memory");
    } else {
        asm volatile("bar.sync 1, 64;" ::: "memory");
        float first = s[63 - t];
        asm volatile("bar.arrive 2, 64;" ::: "memory");
        asm volatile("bar.sync 1, 64;" ::: "memory");
        out[t - 32] = first + s[63 - t];
    }
}
