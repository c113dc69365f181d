#pragma once
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <stdint.h>
template <typename T> __global__ void half_sum(T *out, const T *in, int64_t n) {
    float sum = 0.0f;
    for (int64_t i = threadIdx.x; i < n; i += blockDim.x) sum += float(in[i]);
    out[threadIdx.x] = T(sum);
}
template __global__ void half_sum<half>(half *, const half *, int64_t);
template __global__ void half_sum<__nv_bfloat16>(__nv_bfloat16 *, const __nv_bfloat16 *, int64_t);
__global__ void half2_add(half2 *out, const half2 *a, const half2 *b) {
    out[threadIdx.x] = __hadd2(a[threadIdx.x], b[threadIdx.x]);
}
