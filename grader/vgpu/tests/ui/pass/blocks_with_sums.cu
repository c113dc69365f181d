//@ kernel: k
//@ launch: grid=150 block=100
//@ args: sums=f32[140]:uninit in=f32[14000]:ramp rows=i32:140
//@ check-pass
// Each block adds up a row of its own length in shared memory; blocks beyond the last row have nothing to do.
__global__ void k(float* sums, const float* in, int rows) {
    __shared__ float partial[128];
    int row = blockIdx.x;
    if (row >= rows) return;
    float sum = 0;
    for (int i = threadIdx.x; i < 100 - row % 7 * 13; i += 32) sum += in[row * 100 + i];
    partial[threadIdx.x] = sum;
    if (threadIdx.x < 28) partial[100 + threadIdx.x] = 0;
    __syncthreads();
    for (int n = 64; n > 0; n /= 2) {
        if (threadIdx.x < n) partial[threadIdx.x] += partial[threadIdx.x + n];
        __syncthreads();
    }
    if (threadIdx.x == 0) sums[row] = partial[0];
}
