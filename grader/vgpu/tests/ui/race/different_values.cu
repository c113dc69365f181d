//@ kernel: last
//@ launch: grid=1 block=128
//@ args: out=u32[1]:uninit
__global__ void last(unsigned* out) {
    out[0] = threadIdx.x; //~ race
}
