//@ kernel: last
//@ launch: grid=1 block=128
//@ args: out=u32[1]:uninit
//@ check-pass
__global__ void last(unsigned* out) {
    if (threadIdx.x == 127) out[0] = threadIdx.x;
}
