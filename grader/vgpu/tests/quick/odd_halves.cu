//@ kernel: halves
//@ launch: grid=41 block=50
//@ args: out=u16[2049]:uninit
//@ check-pass
__global__ void halves(unsigned short* out) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 2049) out[i] = i;
}
