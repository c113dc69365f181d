//@ kernel: flag
//@ launch: grid=1 block=64
//@ args: out=u32[64]:uninit in=f32[64]:ramp
//@ check-pass
__global__ void flag(unsigned* out, const float* in) {
    unsigned t = threadIdx.x;
    out[t] = __syncthreads_or(in[t] > 60.0f);
}
