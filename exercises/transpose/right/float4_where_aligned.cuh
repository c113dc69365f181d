// Four floats at once where both sizes are multiples of four, turned in registers.
#pragma once
#include <stdint.h>

namespace oprt::transpose::nvidia {

template <typename T>
__global__ void transpose_kernel(T *out, const T *in, int64_t rows, int64_t cols) {
    int64_t first_row = static_cast<int64_t>(blockIdx.y) * 32;
    int64_t first_col = static_cast<int64_t>(blockIdx.x) * 32;
    if (sizeof(T) == 4 && rows % 4 == 0 && cols % 4 == 0) {
        // 8 × 8 squares of 4 × 4 elements, for 64 of the 256 threads.
        int thread = threadIdx.y * 32 + threadIdx.x;
        int64_t row = first_row + thread / 8 * 4;
        int64_t col = first_col + thread % 8 * 4;
        if (thread < 64 && row < rows && col < cols) {
            float4 a[4];
            for (int i = 0; i < 4; ++i) {
                a[i] = *reinterpret_cast<const float4 *>(in + (row + i) * cols + col);
            }
            float4 *to = reinterpret_cast<float4 *>(out + col * rows + row);
            to[0] = make_float4(a[0].x, a[1].x, a[2].x, a[3].x);
            to[rows / 4] = make_float4(a[0].y, a[1].y, a[2].y, a[3].y);
            to[rows / 4 * 2] = make_float4(a[0].z, a[1].z, a[2].z, a[3].z);
            to[rows / 4 * 3] = make_float4(a[0].w, a[1].w, a[2].w, a[3].w);
        }
        return;
    }
    for (int k = threadIdx.y; k < 32; k += 8) {
        int64_t row = first_row + k;
        int64_t col = first_col + threadIdx.x;
        if (row < rows && col < cols) {
            out[col * rows + row] = in[row * cols + col];
        }
    }
}

}  // namespace oprt::transpose::nvidia
