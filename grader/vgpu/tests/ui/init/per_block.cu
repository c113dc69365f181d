//@ kernel: k
//@ launch: grid=3 block=32
//@ args: out=f32[96]:uninit in=f32[96]:ramp
// What another block wrote to its shared memory is not there.
__global__ void k(float* out, const float* in) {
    __shared__ float s[32];
    unsigned t = threadIdx.x, i = blockIdx.x * 32 + t;
    if (blockIdx.x == 0) s[t] = in[i];
    __syncthreads();
    out[i] = s[31 - t]; //~ uninitialized-read
}
