//@ kernel: sum
//@ launch: grid=2 block=257
//@ args: out=f32[2]:uninit in=f32[514]:ramp
//@ check-pass
__global__ void sum(float* out, const float* in) {
    __shared__ float s[257];
    unsigned t = threadIdx.x, n = blockDim.x;
    s[t] = in[blockIdx.x * n + t];
    __syncthreads();
    for (unsigned k = 512; k > 0; k /= 2) {
        if (t < k && t + k < n) s[t] += s[t + k];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}
