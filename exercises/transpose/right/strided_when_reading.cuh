// Without shared memory, too, with neighbours beside neighbours where they write.
#pragma once
#include <stdint.h>

namespace oprt::transpose::nvidia {

template <typename T>
__global__ void transpose_kernel(T *out, const T *in, int64_t rows, int64_t cols) {
    int64_t row = static_cast<int64_t>(blockIdx.y) * 32 + threadIdx.x;
    for (int k = threadIdx.y; k < 32; k += 8) {
        int64_t col = static_cast<int64_t>(blockIdx.x) * 32 + k;
        if (row < rows && col < cols) {
            out[col * rows + row] = in[row * cols + col];
        }
    }
}

}  // namespace oprt::transpose::nvidia
