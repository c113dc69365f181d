//@ kernel: k
//@ launch: grid=1 block=16
//@ args: out=f32[64]:uninit in=f32[68]:ramp
//@ check-pass
__global__ void k(float4* out, const float* in) {
    out[threadIdx.x] = *(const float4*)(in + 4 + 4 * threadIdx.x);
}
