//@ kernel: mixed
//@ launch: grid=1 block=64
//@ args: out=f32[64]:uninit in=f32[64]:ramp
__global__ void mixed(float* out, const float4* in) {
    __shared__ float4 s[16];
    unsigned t = threadIdx.x;
    if (t < 16) s[t] = in[t]; //~ race
    out[t] = ((float*)s)[t];
}
