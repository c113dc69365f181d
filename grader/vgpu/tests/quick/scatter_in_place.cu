//@ kernel: in_place
//@ launch: grid=32 block=96
//@ args: out=u32[3072]:ramp
//@ check-pass
__global__ void in_place(unsigned* out) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i * 1597 % 3072] += i;
}
