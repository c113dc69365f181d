//@ kernel: k
//@ launch: grid=1 block=100
//@ args: out=i32[300]:uninit
//@ check-pass
__global__ void k(int* out) {
    int t = threadIdx.x;
    out[t] = __syncthreads_count(t % 3 == 0);
    out[100 + t] = __syncthreads_and(t < 100);
    out[200 + t] = __syncthreads_or(t == 99);
}
