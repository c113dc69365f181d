//@ kernel: k
//@ launch: grid=1 block=32
//@ steps: 60000
//@ args: out=u32[32]:zero n=u32:5
__global__ void k(unsigned* out, unsigned n) {
    unsigned i = 0;
    while (i < n) { //~ hang
        out[threadIdx.x] += n;
        if (n > 100) i++;
    }
}
