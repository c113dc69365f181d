//@ kernel: k
//@ launch: grid=1 block=32
//@ args: out=u32[32]:uninit
//@ check-pass
// Lanes of one warp wait for another lane of it: fair scheduling lets it go on.
__global__ void k(unsigned* out) {
    __shared__ volatile unsigned flag;
    unsigned t = threadIdx.x;
    if (t == 0) flag = 0;
    __syncwarp();
    if (t == 7) flag = 5;
    else while (flag == 0) __nanosleep(20);
    out[t] = t;
}
