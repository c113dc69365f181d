//@ kernel: count
//@ launch: grid=1 block=64
//@ args: out=u32[1]:uninit
__global__ void count(unsigned* out) {
    __shared__ unsigned n;
    if (threadIdx.x == 0) n = 0; //~ race
    atomicAdd(&n, 1u);
    __syncthreads();
    if (threadIdx.x == 0) out[0] = n;
}
//@ twin: read_beside_atomics
