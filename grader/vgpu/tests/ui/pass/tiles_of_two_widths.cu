//@ kernel: multiply
//@ launch: grid=1 block=16x16
//@ args: out=f32[256]:uninit a=f32[512]:ramp b=f32[512]:ramp
//@ check-pass
__global__ void multiply(float* out, const float* a, const float* b) {
    __shared__ float a_tile[16][16];
    __shared__ float b_tile[16][16];
    unsigned x = threadIdx.x, y = threadIdx.y;
    float sum = 0.0f;
    for (unsigned first = 0; first < 32; first += 16) {
        a_tile[y][x] = a[y * 32 + first + x];
        b_tile[y][x] = b[(first + y) * 16 + x];
        __syncthreads();
        for (unsigned p = 0; p < 16; ++p) {
            sum += a_tile[y][p] * b_tile[p][x];
        }
        __syncthreads();
    }
    out[y * 16 + x] = sum;
}
