//@ kernel: total
//@ launch: grid=1 block=64
//@ args: out=f32[1]:zero in=f32[64]:ramp
__global__ void total(float* out, const float* in) {
    out[0] += in[threadIdx.x]; //~ race
}
