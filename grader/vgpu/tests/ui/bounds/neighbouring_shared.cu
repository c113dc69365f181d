//@ kernel: k
//@ launch: grid=1 block=64
//@ args: out=f32[64]:uninit in=f32[64]:ramp n=u32:64
// What lies behind `a` is `b`, or nothing.
__global__ void k(float* out, const float* in, unsigned n) {
    __shared__ float a[32];
    __shared__ float b[32];
    unsigned t = threadIdx.x;
    if (t < 32) b[t] = 0;
    __syncthreads();
    if (t < n) a[t] = in[t]; //~ out-of-bounds
    __syncthreads();
    out[t] = a[t % 32] + b[t % 32];
}
