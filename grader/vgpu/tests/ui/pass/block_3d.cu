//@ kernel: k
//@ launch: grid=2x1x2 block=5x4x3
//@ args: out=u32[240]:uninit
//@ check-pass
__global__ void k(unsigned* out) {
    __shared__ unsigned s[60];
    unsigned t = threadIdx.x + 5 * (threadIdx.y + 4 * threadIdx.z);
    s[t] = threadIdx.x + threadIdx.y + threadIdx.z;
    __syncthreads();
    out[60 * (blockIdx.x + 2 * blockIdx.z) + t] = s[59 - t];
}
