//@ kernel: k
//@ launch: grid=1 block=128
//@ args: out=f32[128]:uninit in=f32[128]:ramp
//@ check-pass
// Two groups of two warps, a barrier each.
__global__ void k(float* out, const float* in) {
    __shared__ float s[128];
    unsigned t = threadIdx.x;
    s[t] = in[t];
    if (t < 64) asm volatile("bar.sync 1, 64;" ::: "memory");
    else asm volatile("bar.sync 2, 64;" ::: "memory");
    out[t] = s[t ^ 32];
}
