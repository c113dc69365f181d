//@ kernel: total
//@ launch: grid=1 block=64
//@ args: out=f32[1]:zero in=f32[64]:ramp
//@ check-pass
__global__ void total(float* out, const float* in) {
    atomicAdd(&out[0], in[threadIdx.x]);
}
