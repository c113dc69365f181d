//@ kernel: k
//@ launch: grid=1 block=64
//@ args: out=f32[1]:uninit in=f32[64]:ramp
__global__ void k(float* out, const float* in) {
    atomicAdd(out, in[threadIdx.x]); //~ uninitialized-read
}
