//@ kernel: k
//@ launch: grid=1 block=64 shared=128
//@ args: out=f32[64]:uninit in=f32[64]:ramp
extern __shared__ float s[];
__global__ void k(float* out, const float* in) {
    unsigned t = threadIdx.x;
    s[t] = in[t]; //~ out-of-bounds
    __syncthreads();
    out[t] = s[t / 2];
}
