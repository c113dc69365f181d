//@ kernel: transpose
//@ launch: grid=1 block=32x8
//@ args: out=f32[1024]:uninit in=f32[1024]:ramp rows=u32:20 cols=u32:20
// The outer branch keeps threads from the barrier; the inner one, which parts them last, does not.
__global__ void transpose(float* out, const float* in, unsigned rows, unsigned cols) {
    __shared__ float tile[32][33];
    if (threadIdx.x < cols) {
        for (unsigned k = threadIdx.y; k < 32; k += 8) {
            if (k < rows) {
                tile[k][threadIdx.x] = in[k * cols + threadIdx.x];
            }
        }
        __syncthreads(); //~ barrier-divergence
    }
    for (unsigned k = threadIdx.y; k < 32; k += 8) {
        if (k < cols && threadIdx.x < rows) {
            out[k * rows + threadIdx.x] = tile[threadIdx.x][k];
        }
    }
    __syncthreads();
}
