//@ kernel: k
//@ launch: grid=1 block=64
//@ args: h=f16[2]:zero
#include <cuda_fp16.h>
__global__ void k(__half* h) {
    h[threadIdx.x % 2] = __hadd(h[threadIdx.x % 2], __float2half(1.0f)); //~ race
}
