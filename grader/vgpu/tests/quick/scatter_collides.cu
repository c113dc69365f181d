//@ kernel: collides
//@ launch: grid=32 block=96
//@ args: out=u32[1536]:uninit
__global__ void collides(unsigned* out) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i * 1597 % 3072 % 1536] = i;
}
