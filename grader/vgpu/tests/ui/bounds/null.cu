//@ kernel: k
//@ launch: grid=1 block=32
//@ args: out=u64:0
__global__ void k(float* out) {
    out[threadIdx.x] = 1; //~ out-of-bounds
}
