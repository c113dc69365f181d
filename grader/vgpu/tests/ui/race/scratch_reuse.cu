//@ kernel: softmax
//@ launch: grid=2 block=256
//@ args: out=f32[512]:uninit in=f32[512]:ramp
__device__ float block_max(float v, float* red) {
    for (int o = 16; o > 0; o /= 2) v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, o));
    if (threadIdx.x % 32 == 0) red[threadIdx.x / 32] = v;
    __syncthreads();
    v = red[0];
    for (int k = 1; k < 8; k++) v = fmaxf(v, red[k]);
    return v;
}
__device__ float block_sum(float v, float* red) {
    for (int o = 16; o > 0; o /= 2) v += __shfl_xor_sync(0xffffffffu, v, o);
    if (threadIdx.x % 32 == 0) red[threadIdx.x / 32] = v; //~ race
    __syncthreads();
    v = 0;
    for (int k = 0; k < 8; k++) v += red[k];
    return v;
}
__global__ void softmax(float* out, const float* in) {
    __shared__ float red[8];
    unsigned i = blockIdx.x * 256 + threadIdx.x;
    float x = in[i];
    float m = block_max(x, red);
    float e = expf(x - m);
    out[i] = e / block_sum(e, red);
}
