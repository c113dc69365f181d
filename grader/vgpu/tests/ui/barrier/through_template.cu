//@ kernel: k
//@ launch: grid=1 block=64
//@ args: out=f32[64]:uninit in=f32[64]:ramp
// One barrier of the source, but threads come to it through two calls.
template <int N> __device__ float sum(float v, float* s) {
    unsigned t = threadIdx.x;
    s[t] = v * N;
    __syncthreads(); //~ barrier-divergence
    return s[63 - t];
}
__global__ void k(float* out, const float* in) {
    __shared__ float s[64];
    unsigned t = threadIdx.x;
    float v = in[t];
    if (t < 32) v = sum<1>(v, s);
    else v = sum<2>(v, s);
    out[t] = v;
}
