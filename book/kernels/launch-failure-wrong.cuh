#pragma once
#include <stdint.h>

namespace oprt::reduce_sum::nvidia {

__global__ void reduce_sum_rowwise_kernel(float *out, const float *in,
                                          int64_t rows, int64_t cols) {
    __shared__ float cells[20000];  // the longest row that we expect
    int64_t row = blockIdx.x;

    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        cells[col] = in[row * cols + col];
    }
    __syncthreads();

    if (threadIdx.x == 0) {
        float sum = 0.0f;
        for (int64_t col = 0; col < cols; ++col) {
            sum += cells[col];
        }
        out[row] = sum;
    }
}

}  // namespace oprt::reduce_sum::nvidia
