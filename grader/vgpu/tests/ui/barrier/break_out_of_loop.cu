//@ kernel: k
//@ launch: grid=1 block=64
//@ args: out=f32[64]:uninit in=f32[64]:ramp
__global__ void k(float* out, const float* in) {
    __shared__ float s[64];
    unsigned t = threadIdx.x;
    float v = in[t];
#pragma unroll 1
    for (int r = 0; r < 3; r++) {
        s[t] = v;
        if (v > 40 + r) break;
        __syncthreads(); //~ barrier-divergence
        v += s[t] + 1;
    }
    __syncthreads();
    out[t] = v + s[t];
}
