//@ kernel: k
//@ launch: grid=1 block=96
//@ args: out=f32[96]:uninit in=f32[96]:ramp
//@ check-pass
__device__ __noinline__ float swap(float v, float* s) {
    unsigned t = threadIdx.x;
    s[t] = v;
    __syncthreads();
    v = s[95 - t];
    __syncthreads();
    return v;
}
__global__ void k(float* out, const float* in) {
    __shared__ float s[96];
    unsigned t = threadIdx.x;
    out[t] = swap(swap(in[t], s) + 1, s);
}
