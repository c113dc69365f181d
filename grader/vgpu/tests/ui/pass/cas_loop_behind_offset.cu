//@ kernel: k
//@ launch: grid=2 block=64
//@ args: b=bf16[32]:zero
#include <cuda_bf16.h>
// Before sm_90 this is a loop around a 16-bit `atomicCAS` that begins with a plain read.
__global__ void k(__nv_bfloat16* b) {
    atomicAdd(b + 2, __float2bfloat16(1)); //~ note
}
