// The first warp does the row; the others return.
#pragma once
#include <math.h>
#include <stdint.h>

namespace oprt::softmax::nvidia {

__global__ void softmax_rowwise_kernel(float *out, const float *in, int64_t rows, int64_t cols) {
    if (threadIdx.x >= 32) {
        return;
    }
    const float *__restrict__ x = in + blockIdx.x * cols;
    float *__restrict__ y = out + blockIdx.x * cols;
    float largest = -INFINITY;
    for (int64_t col = threadIdx.x; col < cols; col += 32) {
        largest = fmaxf(largest, __ldg(x + col));
    }
#pragma unroll
    for (int offset = 16; offset > 0; offset >>= 1) {
        largest = fmaxf(largest, __shfl_down_sync(0xffffffffu, largest, offset));
    }
    largest = __shfl_sync(0xffffffffu, largest, 0);
    float sum = 0.0f;
    for (int64_t col = threadIdx.x; col < cols; col += 32) {
        sum += expf(__ldg(x + col) - largest);
    }
#pragma unroll
    for (int offset = 16; offset > 0; offset >>= 1) {
        sum += __shfl_down_sync(0xffffffffu, sum, offset);
    }
    sum = __shfl_sync(0xffffffffu, sum, 0);
    for (int64_t col = threadIdx.x; col < cols; col += 32) {
        y[col] = __fdividef(expf(x[col] - largest), sum);
    }
}

}  // namespace oprt::softmax::nvidia
