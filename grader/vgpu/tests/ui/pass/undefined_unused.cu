//@ kernel: k
//@ launch: grid=1 block=32
//@ args: out=f32[32]:uninit in=f32[32]:ramp
//@ check-pass
// The last lane loads an element that nothing wrote, and drops it.
__global__ void k(float* out, const float* in) {
    __shared__ float s[33];
    unsigned t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    float right = s[t + 1];
    out[t] = t < 31 ? right : 0;
}
