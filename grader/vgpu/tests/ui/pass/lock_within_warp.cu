//@ kernel: add
//@ launch: grid=2 block=64
//@ args: n=u32[1]:zero lock=u32[1]:zero
//@ check-pass
// Lanes of one warp take turns: each is scheduled on its own.
__global__ void add(unsigned* n, unsigned* lock) {
    bool done = false;
    while (!done) {
        if (atomicCAS(lock, 0u, 1u) == 0) {
            __threadfence();
            n[0] += 1;
            __threadfence();
            atomicExch(lock, 0u);
            done = true;
        }
    }
}
