//@ kernel: count
//@ launch: grid=1 block=64
//@ args: out=u32[64]:uninit
//@ check-pass
__global__ void count(unsigned* out) {
    __shared__ unsigned n;
    if (threadIdx.x == 0) n = 0;
    __syncthreads();
    atomicAdd(&n, 1u);
    __syncthreads();
    out[threadIdx.x] = n;
}
