//@ expect: input-modified
//@ says: the input `in` was changed
// The tree runs in the input itself.
#pragma once
#include <stdint.h>

namespace oprt::reduce_sum::nvidia {

__global__ void reduce_sum_rowwise_kernel(float *out, const float *in, int64_t rows, int64_t cols) {
    float *row = const_cast<float *>(in) + blockIdx.x * cols;
    for (int64_t width = cols; width > 1; width = (width + 1) / 2) {
        int64_t half = (width + 1) / 2;
        for (int64_t col = threadIdx.x; col + half < width; col += blockDim.x) {
            row[col] += row[col + half];  //~ input-modified
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        out[blockIdx.x] = row[0];
    }
}

}  // namespace oprt::reduce_sum::nvidia
