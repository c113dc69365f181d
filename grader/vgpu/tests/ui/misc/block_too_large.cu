//@ kernel: k
//@ launch: grid=1 block=2048
//@ args: in=f32[64]:ramp
//@ no-line: launch-failure
__global__ void k(float* in) { in[threadIdx.x % 64] = 1; }
