//@ expect: misaligned-access
//@ says: not aligned to 16 bytes
// Rows of an odd number of columns do not begin at multiples of 16 bytes.
#pragma once
#include <stdint.h>

namespace oprt::transpose::nvidia {

template <typename T>
__global__ void transpose_kernel(T *out, const T *in, int64_t rows, int64_t cols) {
    constexpr int64_t SIZE = 16 / sizeof(T);
    for (int k = threadIdx.y; k < 32; k += 8) {
        int64_t row = static_cast<int64_t>(blockIdx.y) * 32 + k;
        int64_t col = static_cast<int64_t>(blockIdx.x) * 32 + threadIdx.x;
        if (row < rows && col < cols && col % SIZE == 0) {
            if (col + SIZE <= cols) {
                float4 pack = *reinterpret_cast<const float4 *>(in + row * cols + col);  //~ misaligned-access
                const T *parts = reinterpret_cast<const T *>(&pack);
                for (int64_t i = 0; i < SIZE; ++i) {
                    out[(col + i) * rows + row] = parts[i];
                }
            } else {
                for (int64_t i = col; i < cols; ++i) {
                    out[i * rows + row] = in[row * cols + i];
                }
            }
        }
    }
}

}  // namespace oprt::transpose::nvidia
