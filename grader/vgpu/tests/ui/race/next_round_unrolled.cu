//@ kernel: rows
//@ launch: grid=1 block=64
//@ args: out=f32[256]:uninit in=f32[256]:ramp
__global__ void rows(float* out, const float* in) {
    __shared__ float s[64];
    unsigned t = threadIdx.x;
#pragma unroll
    for (int row = 0; row < 4; row++) {
        s[t] = in[row * 64 + t];
        __syncthreads();
        out[row * 64 + t] = s[63 - t]; //~ race
    }
}
//@ twin: next_round
