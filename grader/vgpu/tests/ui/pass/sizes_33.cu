//@ kernel: sum
//@ launch: grid=3 block=33
//@ args: out=f32[3]:uninit in=f32[99]:ramp
//@ check-pass
__global__ void sum(float* out, const float* in) {
    __shared__ float s[33];
    unsigned t = threadIdx.x, n = blockDim.x;
    s[t] = in[blockIdx.x * n + t];
    __syncthreads();
    for (unsigned k = 64; k > 0; k /= 2) {
        if (t < k && t + k < n) s[t] += s[t + k];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}
