//@ kernel: k
//@ launch: grid=1 block=64
//@ steps: 60000
//@ args: flag=u32[1]:zero out=u32[64]:uninit
__global__ void k(volatile unsigned* flag, unsigned* out) {
    if (threadIdx.x >= 32) {
        while (flag[0] == 0) {} //~ hang
    }
    out[threadIdx.x] = 1;
}
