//@ kernel: k
//@ launch: grid=1 block=32 shared=60000
//@ args: in=f32[64]:ramp
//@ no-line: launch-failure
extern __shared__ float s[];
__global__ void k(float* in) {
    s[threadIdx.x] = 1;
    in[threadIdx.x] = s[threadIdx.x];
}
