//@ kernel: branches
//@ launch: grid=1 block=32
//@ args: out=f32[32]:uninit in=f32[32]:ramp
//@ check-pass
// Lanes may meet at `__syncwarp()` in different branches.
__global__ void branches(float* out, const float* in) {
    __shared__ float s[32];
    unsigned t = threadIdx.x;
    float v;
    if (t < 16) {
        s[t] = in[t] * 2;
        __syncwarp();
        v = s[t + 16] + 1;
    } else {
        s[t] = in[t] * 3;
        __syncwarp();
        v = s[t - 16] - 1;
    }
    out[t] = v;
}
