#include <cuda_fp16.h>
#include <cuda_bf16.h>
__global__ void half_ops(half* out, const half* in, half2* pairs, float* f) {
    half a = in[threadIdx.x], b = in[threadIdx.x + 1];
    out[0] = __hadd(a, b);
    out[1] = __hfma(a, b, a);
    out[2] = hexp(a);
    out[3] = __hmax(a, b);
    out[4] = __float2half(f[0]);
    pairs[1] = __hfma2(pairs[0], pairs[2], pairs[3]);
    pairs[4] = __hgt2(pairs[5], pairs[6]);
    f[1] = __half2float(b) + __hlt(a, b);
    atomicAdd(pairs + 9, pairs[1]);
}
__global__ void bf16_ops(__nv_bfloat16* out, const __nv_bfloat16* in) {
    __nv_bfloat16 a = in[threadIdx.x], b = in[threadIdx.x + 1];
    out[0] = __hadd(a, b);
    out[1] = __hmul(a, b);
    out[2] = __hdiv(a, b);
    out[3] = __float2bfloat16(__bfloat162float(a));
}
