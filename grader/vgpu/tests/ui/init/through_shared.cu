//@ kernel: k
//@ launch: grid=1 block=32
//@ args: out=f32[32]:uninit in=f32[32]:ramp
// The undefined value is copied through shared memory twice: the first read is to blame.
__global__ void k(float* out, const float* in) {
    __shared__ float a[33], b[32];
    unsigned t = threadIdx.x;
    a[t] = in[t];
    __syncthreads();
    b[t] = a[t + 1]; //~ uninitialized-read
    __syncthreads();
    out[t] = b[31 - t];
}
