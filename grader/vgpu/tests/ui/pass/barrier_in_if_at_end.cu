//@ kernel: half
//@ launch: grid=2 block=64
//@ args: out=f32[100]:uninit in=f32[100]:ramp n=u32:100
//@ check-pass
// Nothing follows the branch: it is an early return by another name.
__global__ void half(float* out, const float* in, unsigned n) {
    __shared__ float s[64];
    unsigned t = threadIdx.x, i = blockIdx.x * 64 + t;
    if (i < n) {
        s[t] = in[i];
        __syncthreads();
        out[i] = s[t ^ 1];
    }
}
