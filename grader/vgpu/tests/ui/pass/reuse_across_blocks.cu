//@ kernel: k
//@ launch: grid=16 block=33
//@ args: out=f32[528]:uninit in=f32[528]:ramp
//@ check-pass
// Every block's shared memory is its own.
__global__ void k(float* out, const float* in) {
    __shared__ float s[33];
    unsigned t = threadIdx.x, i = blockIdx.x * 33 + t;
    s[32 - t] = in[i];
    __syncthreads();
    out[i] = s[t];
}
