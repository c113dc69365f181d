//@ kernel: k
//@ launch: grid=1 block=32
//@ args: out=i32[32]:uninit
//@ check-pass
// Lane 0 has ended when the others meet, those of two branches.
__global__ void k(int* out) {
    __shared__ int tile[32];
    int i = threadIdx.x;
    out[i] = i;
    if (i == 0) return;
    tile[i] = i;
    if (i % 2 == 0) {
        __syncwarp(0xfffffffe);
        out[i] = tile[i - 1];
    } else {
        __syncwarp(0xfffffffe);
        out[i] = 2 * tile[i ^ (i == 1 ? 2 : 1)];
    }
}
