//@ kernel: sum
//@ launch: grid=3 block=1
//@ args: out=f32[3]:uninit in=f32[99]:ramp
//@ check-pass
__global__ void sum(float* out, const float* in) {
    __shared__ float s;
    s = 0;
    for (int k = 0; k < 33; k++) s += in[blockIdx.x * 33 + k];
    __syncthreads();
    out[blockIdx.x] = s;
}
