//@ kernel: k
//@ launch: grid=1 block=64
//@ args: out=u32[1]:uninit
// The thread that happens to update last reads without waiting for the others.
__global__ void k(unsigned* out) {
    __shared__ unsigned n;
    unsigned t = threadIdx.x;
    if (t == 0) n = 0;
    __syncthreads();
    atomicAdd(&n, t); //~ race
    if (t == 63) out[0] = n;
}
//@ twin: read_beside_atomics
