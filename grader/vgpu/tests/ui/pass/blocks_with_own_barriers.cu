//@ kernel: k
//@ launch: grid=64 block=64
//@ args: out=f32[4096]:uninit in=f32[4096]:ramp
//@ check-pass
// Each block comes to as many barriers as it needs.
__global__ void k(float* out, const float* in) {
    __shared__ float tile[64];
    int i = blockIdx.x * 64 + threadIdx.x;
    tile[threadIdx.x] = in[i];
    for (int k = 0; k < 1 + int(blockIdx.x % 5); ++k) {
        __syncthreads();
        float next = tile[(threadIdx.x + 1) % 64];
        __syncthreads();
        tile[threadIdx.x] = next;
    }
    out[i] = tile[threadIdx.x];
}
