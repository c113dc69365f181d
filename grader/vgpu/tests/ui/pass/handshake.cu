//@ kernel: k
//@ launch: grid=1 block=64
//@ args: out=u32[4]:uninit
//@ check-pass
// Two warps hand one cell to and fro four times, with flags and fences.
__global__ void k(unsigned* out) {
    __shared__ volatile unsigned full;
    __shared__ unsigned cell;
    unsigned t = threadIdx.x;
    if (t == 0) full = 0;
    __syncthreads();
    for (unsigned r = 0; r < 4; r++) {
        if (t == 0) {
            while (full == 1) {}
            __threadfence_block();
            cell = r * r;
            __threadfence_block();
            full = 1;
        } else if (t == 32) {
            while (full == 0) {}
            __threadfence_block();
            out[r] = cell;
            __threadfence_block();
            full = 0;
        }
    }
}
