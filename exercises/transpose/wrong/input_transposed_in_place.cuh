//@ expect: input-modified
//@ says: `in`
// The elements are exchanged in `in`, and copied from there.
#pragma once
#include <cuda_fp16.h>
#include <stdint.h>

namespace oprt::transpose::nvidia {

template <typename T>
__global__ void transpose_kernel(T *out, const T *in, int64_t rows, int64_t cols) {
    T *matrix = const_cast<T *>(in);
    for (int k = threadIdx.y; k < 32; k += 8) {
        int64_t row = static_cast<int64_t>(blockIdx.y) * 32 + k;
        int64_t col = static_cast<int64_t>(blockIdx.x) * 32 + threadIdx.x;
        if (row < rows && col < cols) {
            T value = matrix[row * cols + col];
            out[col * rows + row] = value;
            matrix[row * cols + col] = T(0.0f);  //~ input-modified
        }
    }
}

}  // namespace oprt::transpose::nvidia
