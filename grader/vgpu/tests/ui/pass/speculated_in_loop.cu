//@ kernel: k
//@ launch: grid=1 block=64
//@ args: out=f32[64]:uninit in=f32[64]:ramp
//@ check-pass
// The load is moved out of the loop, before the branch that guards it, a hundred times over.
__global__ void k(float* out, const float* in) {
    __shared__ float s[2];
    unsigned t = threadIdx.x;
    float v = in[t];
#pragma unroll 1
    for (int r = 0; r < 100; r++) {
        if (t == 0) s[r % 2] = v;
        if (t == 0) v = s[0] + 1;
        __syncthreads();
        if (v < 0) v = s[1];
        __syncthreads();
    }
    out[t] = v;
}
