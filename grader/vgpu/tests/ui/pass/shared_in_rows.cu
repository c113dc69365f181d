//@ kernel: k
//@ launch: grid=33 block=16x16
//@ args: out=f32[8448]:uninit in=f32[8448]:ramp
//@ check-pass
// A transposed tile for each block.
__global__ void k(float* out, const float* in) {
    __shared__ float tile[16][17];
    int i = blockIdx.x * 256 + threadIdx.y * 16 + threadIdx.x;
    tile[threadIdx.y][threadIdx.x] = in[i];
    __syncthreads();
    out[i] = tile[threadIdx.x][threadIdx.y];
}
