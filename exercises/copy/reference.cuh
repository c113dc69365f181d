#pragma once
#include <cuda_fp16.h>
#include <stdint.h>

// What copy should give, in double precision: one thread per element.
//
// out: n values for dst. src: n elements. Launch: at least n threads, in one dimension.
template <typename T>
__global__ void reference(double *out, const T *src, int64_t n) {
    int64_t i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < n) {
        out[i] = static_cast<float>(src[i]);  // float holds every half exactly.
    }
}
