//@ kernel: found
//@ launch: grid=1 block=128
//@ args: out=u32[1]:zero in=f32[128]:ramp
__global__ void found(unsigned* out, const float* in) {
    if (in[threadIdx.x] > 60.0f) out[0] = 1; //~ note
}
