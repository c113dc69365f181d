//@ kernel: k
//@ launch: grid=2 block=64
//@ args: h=f16[4]:zero w=u16[2]:zero
//@ check-pass
#include <cuda_fp16.h>
__global__ void k(__half* h, unsigned short* w) {
    atomicAdd(&h[0], __float2half(1.0f));
    atomicAdd((__half2*)(h + 2), __floats2half2_rn(0.0f, 1.0f));
    atomicCAS(&w[1], (unsigned short)0, (unsigned short)threadIdx.x);
}
