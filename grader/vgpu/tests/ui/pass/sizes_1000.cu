//@ kernel: sum
//@ launch: grid=1 block=1000
//@ args: out=f32[1]:uninit in=f32[1000]:ramp
//@ check-pass
__global__ void sum(float* out, const float* in) {
    __shared__ float s[32];
    unsigned t = threadIdx.x;
    float v = in[t];
    unsigned m = __ballot_sync(0xffffffffu, 1);
    for (int o = 16; o > 0; o /= 2) {
        float w = __shfl_down_sync(m, v, o);
        if (t % 32 + o < 32 && (m >> (t % 32 + o) & 1)) v += w;
    }
    if (t % 32 == 0) s[t / 32] = v;
    __syncthreads();
    if (t == 0) {
        for (int k = 1; k < 32; k++) v += s[k];
        out[0] = v;
    }
}
