//@ kernel: k
//@ launch: grid=1 block=128
//@ args: out=f32[128]:uninit in=f32[128]:ramp
// Four warps come to a barrier of two: which of them meet is chance.
__global__ void k(float* out, const float* in) {
    __shared__ float s[128];
    unsigned t = threadIdx.x;
    s[t] = in[t];
    asm volatile("bar.sync 1, 64;" ::: "memory"); //~ barrier-divergence
    out[t] = s[t] + 1;
}
