//@ kernel: k
//@ launch: grid=1 block=16
//@ args: out=f32[64]:uninit in=f32[68]:ramp
__global__ void k(float4* out, const float* in) {
    out[threadIdx.x] = *(const float4*)(in + 1 + 4 * threadIdx.x); //~ misaligned-access
}
