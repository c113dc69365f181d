//@ kernel: found
//@ launch: grid=4 block=32
//@ args: out=u32[1]:zero
__global__ void found(unsigned* out) {
    if (threadIdx.x == 3) out[0] = 1; //~ note
}
//@ twin: same_value
