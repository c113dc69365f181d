//@ kernel: k
//@ launch: grid=300 block=1024
//@ args: count=u32[1]:zero
//@ steps: 3000000
// A barrier for the whole grid, of more blocks than a GPU holds: those that wait keep the others out.
__global__ void k(unsigned* count) {
    if (threadIdx.x == 0) {
        atomicAdd(count, 1);
        while (*(volatile unsigned*)count < gridDim.x) {} //~ hang
    }
    __syncthreads();
}
