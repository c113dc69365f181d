//@ kernel: k
//@ launch: grid=1 block=64
//@ args: out=f32[64]:uninit in=f32[64]:ramp
// The threads of the second warp go round the loop once more and meet the others' next barrier.
__global__ void k(float* out, const float* in) {
    __shared__ float s[64];
    unsigned t = threadIdx.x;
    float v = 0;
#pragma unroll 1
    for (unsigned k = 0; k < 3 + t / 32; k++) {
        s[t] = in[t] + k;
        __syncthreads();
        v += s[t ^ 1];
        __syncthreads();
    }
    __syncthreads(); //~ barrier-divergence
    out[t] = v + s[t];
}
