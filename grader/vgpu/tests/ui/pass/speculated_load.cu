//@ kernel: k
//@ launch: grid=1 block=64
//@ args: out=f32[64]:uninit in=f32[64]:ramp
//@ check-pass
// NVRTC loads `s` for all lanes, though only some read it in the source.
__global__ void k(float* out, const float* in) {
    __shared__ float s;
    unsigned t = threadIdx.x;
    float v = in[t];
    if (t == 5) s = v * 2;
    if (t == 5) v = s + 1;
    __syncthreads();
    if (v > 30) v = s;
    out[t] = v;
}
