//@ kernel: k
//@ launch: grid=3 block=64
//@ args: out=u32[3]:uninit flag=u32[3]:zero
//@ check-pass
// A warp waits in a loop for a flag in global memory, which the other warp of its own block raises.
__global__ void k(unsigned* out, volatile unsigned* flag) {
    if (threadIdx.x == 0) {
        while (flag[blockIdx.x] == 0) {}
        out[blockIdx.x] = 1;
    }
    if (threadIdx.x == 32) flag[blockIdx.x] = 1;
}
