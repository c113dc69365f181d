//@ kernel: count
//@ launch: grid=4 block=32
//@ args: n=u32[4]:zero
//@ check-pass
__global__ void count(unsigned* n) {
    atomicAdd_block(&n[blockIdx.x], 1u);
}
