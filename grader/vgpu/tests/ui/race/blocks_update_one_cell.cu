//@ kernel: total
//@ launch: grid=8 block=64
//@ args: out=f32[1]:zero in=f32[512]:ramp
__global__ void total(float* out, const float* in) {
    __shared__ float s;
    if (threadIdx.x == 0) s = 0;
    __syncthreads();
    atomicAdd(&s, in[blockIdx.x * 64 + threadIdx.x]);
    __syncthreads();
    if (threadIdx.x == 0) out[0] += s; //~ race
}
