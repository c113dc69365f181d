#pragma once
#include <cuda_fp16.h>
#include <stdint.h>

// What vector_add should give, in double precision: one thread per element.
//
// out: n values for out. a, b: n elements each. Launch: at least n threads, in one dimension.
template <typename T>
__global__ void reference(double *out, const T *a, const T *b, int64_t n) {
    int64_t i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < n) {
        double x = static_cast<float>(a[i]);  // float holds every half exactly.
        double y = static_cast<float>(b[i]);
        out[i] = x + y;
    }
}
