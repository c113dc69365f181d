//@ kernel: flag
//@ launch: grid=1 block=64
//@ args: out=u32[64]:uninit in=f32[64]:ramp
__global__ void flag(unsigned* out, const float* in) {
    __shared__ unsigned any;
    unsigned t = threadIdx.x;
    if (t == 0) any = 0; //~ race
    if (in[t] > 60.0f) any = 1; //~ note
    __syncthreads();
    out[t] = any;
}
