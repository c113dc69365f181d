//@ kernel: k
//@ launch: grid=1 block=32
//@ args: out=f32[32]:zero in=f32[64]:ramp
__global__ void k(float* out, const float* in) {
    __shared__ unsigned s[33];
    unsigned t = threadIdx.x;
    s[t] = t;
    __syncthreads();
    out[t] = in[s[t + 1] % 64]; //~ uninitialized-read
}
