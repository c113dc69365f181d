//@ kernel: count
//@ launch: grid=4 block=32
//@ args: n=u32[1]:zero
__global__ void count(unsigned* n) {
    atomicAdd_block(&n[0], 1u); //~ race
}
