//@ kernel: k
//@ launch: grid=2 block=4
//@ args: out=f32[8]:uninit
//@ check-pass
__constant__ float table[4] = {1, 2, 3, 4};
__device__ float scale = 2;
__global__ void k(float* out) {
    unsigned t = threadIdx.x;
    out[blockIdx.x * 4 + t] = table[3 - t] * scale;
}
