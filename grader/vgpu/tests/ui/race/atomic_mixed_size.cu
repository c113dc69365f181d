//@ kernel: mixed
//@ launch: grid=1 block=64
//@ args: n=u64[1]:zero
__global__ void mixed(unsigned long long* n) {
    if (threadIdx.x < 32) atomicAdd(&n[0], 1ull); //~ race
    else atomicAdd((unsigned*)n, 1u);
}
//@ twin: atomics_of_all_types
