//@ kernel: k
//@ launch: grid=1 block=64
//@ args: out=u32[64]:uninit in=u32[64]:ramp
//@ check-pass
// `barrier.sync`, as cooperative groups use it, may be reached by the lanes of a warp one after another.
__device__ __noinline__ void meet() { asm volatile("barrier.sync 0;" ::: "memory"); }
__global__ void k(unsigned* out, const unsigned* in) {
    __shared__ unsigned s[64];
    unsigned t = threadIdx.x;
    s[t] = in[t];
    if (t % 2) s[t] += 100;
    meet();
    out[t] = s[t ^ 1];
}
