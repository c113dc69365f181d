//@ kernel: mixed
//@ launch: grid=1 block=64
//@ args: n=u32[1]:zero
__global__ void mixed(unsigned* n) {
    if (threadIdx.x == 40) n[0] = 5; //~ race
    else atomicAdd(&n[0], 1u);
}
//@ twin: atomics_of_all_types
