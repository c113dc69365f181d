//@ kernel: k
//@ launch: grid=1 block=64
//@ args: out=i32[64]:uninit in=i32[64]:ramp
//@ check-pass
__global__ void k(int* out, const int* in) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = in[t];
    int n = __syncthreads_count(in[t] > 5);
    out[t] = s[63 - t] + n;
}
