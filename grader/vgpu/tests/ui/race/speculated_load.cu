//@ kernel: k
//@ launch: grid=1 block=64
//@ args: out=f32[64]:uninit in=f32[64]:ramp
// Only lane 40 reads the scalar before it is overwritten, among lanes for which the load is speculated.
__global__ void k(float* out, const float* in) {
    __shared__ float s[1];
    unsigned t = threadIdx.x;
    float v = in[t];
    if (t == 7) s[0] = 3;
    __syncthreads();
    float w = t == 40 ? s[0] : v;
    if (t == 7) s[0] = v; //~ race
    __syncthreads();
    out[t] = w + s[0];
}
