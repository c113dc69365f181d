//@ kernel: reverse
//@ launch: grid=1 block=64
//@ args: out=f32[64]:uninit in=f32[64]:ramp
__global__ void reverse(float* out, const float* in) {
    __shared__ float tile[64];
    unsigned t = threadIdx.x;
    tile[t] = in[t]; //~ race
    out[t] = tile[63 - t];
}
