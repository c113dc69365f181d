//@ kernel: k
//@ launch: grid=64 block=64
//@ args: out=f32[4097]:uninit
// The last thread of a block and the first one of the next write one element.
__global__ void k(float* out) {
    int i = blockIdx.x * 64 + threadIdx.x;
    out[i] = 1;
    if (threadIdx.x == 63) out[i + 1] = 2; //~ race
}
