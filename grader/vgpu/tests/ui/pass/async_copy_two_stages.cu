//@ kernel: k
//@ launch: grid=1 block=32
//@ args: out=f32[128]:uninit in=f32[128]:ramp
//@ check-pass
#include <cuda_pipeline.h>
__global__ void k(float* out, const float* in) {
    __shared__ float s[2][32];
    unsigned t = threadIdx.x;
    __pipeline_memcpy_async(&s[0][t], &in[t], 4);
    __pipeline_commit();
#pragma unroll 1
    for (int r = 0; r < 4; r++) {
        if (r < 3) __pipeline_memcpy_async(&s[(r + 1) % 2][t], &in[32 * (r + 1) + t], 4);
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        out[32 * r + t] = s[r % 2][31 - t];
        __syncthreads();
    }
}
