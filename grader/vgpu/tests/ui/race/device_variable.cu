//@ kernel: k
//@ launch: grid=4 block=32
//@ args: out=u32[128]:uninit
__device__ unsigned total = 3;
__global__ void k(unsigned* out) {
    if (threadIdx.x == 0) total = blockIdx.x; //~ race
    out[blockIdx.x * 32 + threadIdx.x] = threadIdx.x;
}
//@ twin: constant_read
