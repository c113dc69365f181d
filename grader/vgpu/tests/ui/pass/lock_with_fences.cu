//@ kernel: add
//@ launch: grid=4 block=1
//@ args: n=u32[1]:zero lock=u32[1]:zero
//@ check-pass
__global__ void add(unsigned* n, unsigned* lock) {
    while (atomicCAS(lock, 0u, 1u) != 0) {}
    __threadfence();
    n[0] += 1;
    __threadfence();
    atomicExch(lock, 0u);
}
