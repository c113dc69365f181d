//@ kernel: k
//@ launch: grid=1 block=64
//@ steps: 60000
//@ args: n=u32:5 out=u32[64]:zero
// One thread's loop does not end; that the others wait for it is a consequence.
__global__ void k(unsigned n, unsigned* out) {
    unsigned v = 0;
    if (threadIdx.x == 3) {
        for (unsigned i = 0; i != n; i += 2) v += out[i % 64]; //~ hang
    }
    __syncthreads();
    out[threadIdx.x] = v;
}
