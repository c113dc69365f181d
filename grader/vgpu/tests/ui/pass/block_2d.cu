//@ kernel: transpose
//@ launch: grid=2x2 block=16x16
//@ args: out=f32[1024]:uninit in=f32[1024]:ramp
//@ check-pass
__global__ void transpose(float* out, const float* in) {
    __shared__ float tile[16][17];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = in[y * 32 + x];
    __syncthreads();
    int u = blockIdx.y * 16 + threadIdx.x, v = blockIdx.x * 16 + threadIdx.y;
    out[v * 32 + u] = tile[threadIdx.x][threadIdx.y];
}
