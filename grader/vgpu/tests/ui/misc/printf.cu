//@ kernel: k
//@ launch: grid=1 block=2
//@ args: n=u32:7
//@ check-pass
__global__ void k(unsigned n) {
    printf("thread %d of %u: %5.2f %s %c %llx %%\n", threadIdx.x, n, threadIdx.x * 1.5, "text", 'x', 0xabcdef0123ull);
}
