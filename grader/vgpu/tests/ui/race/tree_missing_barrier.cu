//@ kernel: sum
//@ launch: grid=1 block=128
//@ args: out=f32[1]:uninit in=f32[128]:ramp
__global__ void sum(float* out, const float* in) {
    __shared__ float s[128];
    unsigned t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    for (unsigned k = 64; k > 0; k /= 2) {
        if (t < k) s[t] += s[t + k]; //~ race
    }
    if (t == 0) out[0] = s[0];
}
