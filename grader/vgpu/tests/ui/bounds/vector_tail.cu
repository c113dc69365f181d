//@ kernel: k
//@ launch: grid=1 block=32
//@ args: out=f32[102]:uninit in=f32[102]:ramp n=u32:102
__global__ void k(float4* out, const float4* in, unsigned n) {
    unsigned t = threadIdx.x;
    if (4 * t < n) out[t] = in[t]; //~ out-of-bounds
    //~^ out-of-bounds
}
