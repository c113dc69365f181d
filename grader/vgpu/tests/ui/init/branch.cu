//@ kernel: k
//@ launch: grid=1 block=32
//@ args: out=f32[32]:zero in=f32[32]:ramp
__global__ void k(float* out, const float* in) {
    __shared__ float s[33];
    unsigned t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    if (s[t + 1] > 3.0f) out[t] = sqrtf(in[t] + 1); //~ uninitialized-read
}
