//@ kernel: k
//@ launch: grid=1 block=64
//@ args: in=f32[64]:ramp
__global__ void k(const float* in) {
    assert(in[threadIdx.x] < 40); //~ assert
}
