//@ kernel: branches
//@ launch: grid=1 block=32
//@ args: out=f32[32]:uninit in=f32[32]:ramp
__global__ void branches(float* out, const float* in) {
    __shared__ float s[32];
    unsigned t = threadIdx.x;
    float v;
    if (t < 16) {
        s[t] = in[t] * 2;
        __syncwarp();
        v = s[t + 16] + 1;
    } else {
        __syncwarp();
        s[t] = in[t] * 3; //~ race
        v = 1;
    }
    out[t] = v;
}
