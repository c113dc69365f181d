//@ expect: unwritten-output
//@ says: It is right in all cases with `rows` up to 3
// The grid is taken to have one dimension.
#pragma once
#include <stdint.h>

namespace oprt::transpose::nvidia {

template <typename T>
__global__ void transpose_kernel(T *out, const T *in, int64_t rows, int64_t cols) {  //~ unwritten-output
    int64_t stride = static_cast<int64_t>(gridDim.x) * blockDim.x;
    int64_t i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (blockIdx.y == 0 && threadIdx.y == 0 && i < rows * cols && stride > 0) {
        out[i % cols * rows + i / cols] = in[i];
    }
}

}  // namespace oprt::transpose::nvidia
