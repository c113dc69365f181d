#@ exercise: copy
#pragma once
#include <cuda_fp16.h>

template <typename T>
__global__ void copy_contiguous_kernel(T *dst, const T *src, int64_t n) {
    int64_t i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) dst[i] = src[i];
}
#@ chinese
#@ finds: 5 compile-error
