//@ kernel: rows
//@ launch: grid=8x8 block=16x16
//@ args: out=u32[16640]:uninit
__global__ void rows(unsigned* out) {
    unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x == 127 && y == 77) x = 128;
    out[y * 128 + x] = x + y;
}
