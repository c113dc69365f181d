//@ kernel: k
//@ launch: grid=1 block=64
//@ args: out=f32[32]:uninit in=f32[128]:ramp
//@ check-pass
// Warp 0 produces and goes on, warp 1 waits for it; the other barrier says that the buffer may be filled again.
__global__ void k(float* out, const float* in) {
    __shared__ float s[32];
    unsigned t = threadIdx.x;
    if (t < 32) {
#pragma unroll 1
        for (int r = 0; r < 4; r++) {
            asm volatile("bar.sync 2, 64;" ::: "memory");
            s[t] = in[32 * r + t];
            asm volatile("bar.arrive 1, 64;" ::: "memory");
        }
    } else {
        float v = 0;
#pragma unroll 1
        for (int r = 0; r < 4; r++) {
            asm volatile("bar.arrive 2, 64;" ::: "memory");
            asm volatile("bar.sync 1, 64;" ::: "memory");
            v += s[63 - t];
        }
        out[t - 32] = v;
    }
}
