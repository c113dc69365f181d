//@ kernel: k
//@ launch: grid=1 block=32
//@ args: out=u32[1]:zero
__global__ void k(unsigned* out) {
    __shared__ unsigned s[33];
    unsigned t = threadIdx.x;
    s[t] = t;
    __syncthreads();
    atomicAdd(out, s[t + 1] + 1); //~ uninitialized-read
}
