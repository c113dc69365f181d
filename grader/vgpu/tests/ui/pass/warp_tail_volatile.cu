//@ kernel: sum
//@ launch: grid=1 block=64
//@ args: out=f32[1]:uninit in=f32[64]:ramp
//@ check-pass
__global__ void sum(float* out, const float* in) {
    __shared__ float s[64];
    unsigned t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    if (t < 32) {
        float v = s[t] + s[t + 32];
        for (int k = 16; k > 0; k /= 2) {
            s[t] = v;
            __syncwarp();
            v += s[(t + k) % 32];
            __syncwarp();
        }
        if (t == 0) out[0] = v;
    }
}
