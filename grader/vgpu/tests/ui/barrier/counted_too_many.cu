//@ kernel: k
//@ launch: grid=1 block=96
//@ args: out=f32[96]:uninit in=f32[96]:ramp
// The barrier waits for 128 threads; the block has 96.
__global__ void k(float* out, const float* in) {
    __shared__ float s[96];
    unsigned t = threadIdx.x;
    s[t] = in[t];
    asm volatile("bar.sync 1, 128;" ::: "memory"); //~ barrier-divergence
    out[t] = s[95 - t];
}
