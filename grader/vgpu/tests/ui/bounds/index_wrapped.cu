//@ kernel: k
//@ launch: grid=1 block=32
//@ args: out=f32[32]:uninit in=f32[32]:ramp stride=i32:1073741824
__global__ void k(float* out, const float* in, int stride) {
    int t = threadIdx.x;
    out[t] = in[t * stride]; //~ out-of-bounds
}
