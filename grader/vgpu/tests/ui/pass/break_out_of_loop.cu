//@ kernel: k
//@ launch: grid=1 block=64
//@ args: out=f32[64]:uninit in=f32[64]:ramp
//@ check-pass
// All threads leave the loop together.
__global__ void k(float* out, const float* in) {
    __shared__ float s[64];
    unsigned t = threadIdx.x;
    float v = in[t];
    for (int r = 0; r < 100; r++) {
        s[t] = v;
        if (__syncthreads_and(v > 40)) break;
        v += s[63 - t] * 0.5f + 1;
        __syncthreads();
    }
    out[t] = v;
}
