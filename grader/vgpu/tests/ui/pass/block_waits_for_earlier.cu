//@ kernel: chain
//@ launch: grid=6 block=32
//@ args: sum=u32[6]:zero state=u32[6]:zero
// A chained scan: each block waits for the one before it.
__global__ void chain(volatile unsigned* sum, volatile unsigned* state) {
    if (threadIdx.x == 0) {
        unsigned b = blockIdx.x, before = 0;
        if (b > 0) {
            while (state[b - 1] == 0) {} //~ note
            __threadfence();
            before = sum[b - 1];
        }
        sum[b] = before + b;
        __threadfence();
        state[b] = 1;
    }
}
