//@ kernel: k
//@ launch: grid=1 block=64
//@ args: out=i32[1]:zero in=i32[64]:ramp
//@ check-pass
__global__ void k(int* out, const int* in) {
    __shared__ int best;
    if (threadIdx.x == 0) best = -1;
    __syncthreads();
    atomicMax(&best, in[threadIdx.x]);
    __syncthreads();
    if (threadIdx.x == 0) out[0] = best;
}
