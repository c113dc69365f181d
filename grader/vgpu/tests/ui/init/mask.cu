//@ kernel: k
//@ launch: grid=1 block=32
//@ args: out=u32[32]:uninit in=u32[32]:ramp
// The mask of a shuffle comes from memory that nobody wrote.
__global__ void k(unsigned* out, const unsigned* in) {
    __shared__ unsigned mask[2];
    if (threadIdx.x == 0) mask[0] = 0xffffffff;
    __syncthreads();
    unsigned m = mask[blockDim.x / 32]; //~ uninitialized-read
    out[threadIdx.x] = __shfl_sync(m | 0xffffffff, in[threadIdx.x], 0) + m;
}
