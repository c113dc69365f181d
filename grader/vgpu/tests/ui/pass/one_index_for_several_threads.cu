//@ kernel: halve
//@ launch: grid=1 block=64
//@ args: out=f32[32]:uninit in=f32[64]:ramp
//@ check-pass
__global__ void halve(float* out, const float* in) {
    if (threadIdx.x % 2 == 0) {
        out[threadIdx.x / 2] = in[threadIdx.x];
    }
}
