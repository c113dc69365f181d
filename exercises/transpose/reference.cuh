#pragma once
#include <cuda_fp16.h>
#include <stdint.h>

// What transpose should give, in double precision: one thread per element of `in`.
//
// out: cols * rows values for out. in: rows * cols elements, row by row. Launch: at least rows * cols threads, in one
// dimension.
template <typename T>
__global__ void reference(double *out, const T *in, int64_t rows, int64_t cols) {
    int64_t i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < rows * cols) {
        int64_t row = i / cols;
        int64_t col = i % cols;
        out[col * rows + row] = static_cast<float>(in[i]);  // float holds every half exactly.
    }
}
