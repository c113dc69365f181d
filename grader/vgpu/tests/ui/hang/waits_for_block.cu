//@ kernel: k
//@ launch: grid=4 block=64
//@ args: out=u32[4]:uninit in=u32[4]:ramp partial=u32[4]:uninit count=u32[1]:zero
// A barrier for the whole grid: it works as long as all blocks run at the same time.
__global__ void k(unsigned* out, const unsigned* in, unsigned* partial, unsigned* count) {
    unsigned b = blockIdx.x;
    if (threadIdx.x == 0) {
        partial[b] = in[b] * 2;
        __threadfence();
        atomicAdd(count, 1);
        while (*(volatile unsigned*)count < gridDim.x) {} //~ note
        __threadfence();
    }
    __syncthreads();
    if (threadIdx.x == 0) out[b] = partial[(b + 1) % gridDim.x];
}
