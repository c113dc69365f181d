//@ expect: wrong-result
//@ says: as if it had `cols` rows and `rows` columns
// The matrix is read as if it had `cols` rows of `rows` elements. For a square one, that is the same.
#pragma once
#include <stdint.h>

namespace oprt::transpose::nvidia {

template <typename T>
__global__ void transpose_kernel(T *out, const T *in, int64_t rows, int64_t cols) {
    int64_t col = static_cast<int64_t>(blockIdx.x) * 32 + threadIdx.x;
    for (int k = threadIdx.y; k < 32; k += 8) {
        int64_t row = static_cast<int64_t>(blockIdx.y) * 32 + k;
        if (row < rows && col < cols) {
            out[row * cols + col] = in[col * rows + row];  //~ wrong-result
        }
    }
}

}  // namespace oprt::transpose::nvidia
