//@ kernel: k
//@ launch: grid=1 block=64
//@ args: out=f32[64]:uninit in=f32[64]:ramp
// Even the thread that started the copy must wait for it.
#include <cuda_pipeline.h>
__global__ void k(float* out, const float* in) {
    __shared__ float s[64];
    unsigned t = threadIdx.x;
    __pipeline_memcpy_async(&s[t], &in[t], 4); //~ race
    __pipeline_commit();
    out[t] = s[t];
}
//@ twin: async_copy
