#pragma once
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <stdint.h>

// What relu should give, in double precision: one thread per element.
//
// out: n values. in: n elements. Launch: at least n threads, in one dimension.
template <typename T>
__global__ void reference(double *out, const T *in, float slope, int64_t n) {
    int64_t i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < n) {
        double x = static_cast<float>(in[i]);  // float holds every half and bfloat16 exactly.
        out[i] = x > 0.0 ? x : static_cast<double>(slope) * x;
    }
}
