//@ kernel: transpose
//@ launch: grid=1 block=32x8
//@ args: out=f32[1024]:uninit in=f32[1024]:ramp rows=u32:20 cols=u32:20
//@ check-pass
__global__ void transpose(float* out, const float* in, unsigned rows, unsigned cols) {
    __shared__ float tile[32][33];
    for (unsigned k = threadIdx.y; k < 32; k += 8) {
        if (k < rows && threadIdx.x < cols) {
            tile[k][threadIdx.x] = in[k * cols + threadIdx.x];
        }
    }
    __syncthreads();
    for (unsigned k = threadIdx.y; k < 32; k += 8) {
        if (k < cols && threadIdx.x < rows) {
            out[k * rows + threadIdx.x] = tile[threadIdx.x][k];
        }
    }
}
