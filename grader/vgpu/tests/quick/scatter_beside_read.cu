//@ kernel: beside_read
//@ launch: grid=32 block=96
//@ args: out=u32[3072]:zero copy=u32[3072]:zero
__global__ void beside_read(unsigned* out, unsigned* copy) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i * 1597 % 3072] = i;
    if (i % 500 == 499) copy[i] = out[i];
}
