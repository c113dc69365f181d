//@ kernel: k
//@ launch: grid=1 block=64
//@ args: out=f32[64]:uninit in=f32[64]:ramp
//@ twin: barrier_object
// Everybody arrives, nobody waits.
#include <cuda/barrier>
__global__ void k(float* out, const float* in) {
    __shared__ float s[64];
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    unsigned t = threadIdx.x;
    if (t == 0) init(&bar, 64);
    __syncthreads();
    s[t] = in[t]; //~ race
    (void)bar.arrive();
    out[t] = s[63 - t];
}
