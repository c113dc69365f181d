//@ kernel: k
//@ launch: grid=1 block=64
//@ steps: 60000
//@ args: flag=u32[1]:zero out=u32[64]:uninit
// Thread 0 would raise the flag behind a barrier that the waiting threads never reach.
__global__ void k(volatile unsigned* flag, unsigned* out) {
    if (threadIdx.x >= 32) {
        while (flag[0] == 0) {}
    }
    __syncthreads(); //~ barrier-divergence
    if (threadIdx.x == 0) flag[0] = 1;
    out[threadIdx.x] = 1;
}
