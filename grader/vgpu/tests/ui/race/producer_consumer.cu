//@ kernel: k
//@ launch: grid=1 block=64
//@ args: out=f32[32]:uninit in=f32[128]:ramp
// The producer does not wait until the buffer has been read.
__global__ void k(float* out, const float* in) {
    __shared__ float s[32];
    unsigned t = threadIdx.x;
    if (t < 32) {
#pragma unroll 1
        for (int r = 0; r < 2; r++) {
            s[t] = in[32 * r + t]; //~ race
            if (r == 0) asm volatile("bar.arrive 1, 64;" ::: "memory");
        }
    } else {
        asm volatile("bar.sync 1, 64;" ::: "memory");
        out[t - 32] = s[63 - t];
    }
}
