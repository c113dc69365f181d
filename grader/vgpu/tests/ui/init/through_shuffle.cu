//@ kernel: k
//@ launch: grid=1 block=32
//@ args: out=f32[1]:uninit in=f32[32]:ramp
__global__ void k(float* out, const float* in) {
    __shared__ float s[33];
    unsigned t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    float v = s[t + 1]; //~ uninitialized-read
    for (int o = 16; o > 0; o /= 2) v += __shfl_down_sync(0xffffffffu, v, o);
    if (t == 0) out[0] = v;
}
