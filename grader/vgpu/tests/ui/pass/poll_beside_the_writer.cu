//@ kernel: k
//@ launch: grid=1 block=32
//@ args: out=u32[32]:uninit
//@ check-pass
// The lane that raises the flag looks at it in the same loop as the others: nobody relies on lockstep.
__global__ void k(unsigned* out) {
    __shared__ volatile unsigned flag;
    unsigned t = threadIdx.x;
    if (t == 0) flag = 0;
    __syncwarp();
    if (t == 7) flag = 5;
    while (flag == 0) {}
    out[t] = t;
}
