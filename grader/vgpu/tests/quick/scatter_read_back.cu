//@ kernel: read_back
//@ launch: grid=32 block=96
//@ args: out=u32[3072]:uninit copy=u32[3072]:zero
//@ check-pass
__global__ void read_back(unsigned* out, unsigned* copy) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned at = i * 1597 % 3072;
    out[at] = i;
    copy[i] = at;
    copy[i] += out[at];
}
