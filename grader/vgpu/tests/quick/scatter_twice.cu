//@ kernel: twice
//@ launch: grid=32 block=96
//@ args: out=u32[3072]:uninit in=u32[3072]:ramp
//@ check-pass
__global__ void twice(unsigned* out, const unsigned* in) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned at = i * 1597 % 3072;
    out[at] = i;
    out[at] = 3 * in[i];
}
