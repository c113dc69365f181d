//@ expect: wrong-result
//@ says: the last lane of each warp
// __shfl_down_sync gives lane 0 the whole maximum; here lane 31, which has its own only, passes it on.
#pragma once
#include <math.h>
#include <stdint.h>

namespace oprt::softmax::nvidia {

__global__ void softmax_rowwise_kernel(float *out, const float *in, int64_t rows, int64_t cols) {
    __shared__ float parts[8];
    const float *x = in + blockIdx.x * cols;
    float *y = out + blockIdx.x * cols;
    unsigned int lane = threadIdx.x % 32;
    unsigned int warp = threadIdx.x / 32;

    float largest = -INFINITY;
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        largest = fmaxf(largest, x[col]);
    }
    for (int offset = 16; offset > 0; offset /= 2) {
        largest = fmaxf(largest, __shfl_down_sync(0xffffffffu, largest, offset));
    }
    if (lane == 31) {
        parts[warp] = largest;
    }
    __syncthreads();
    largest = parts[0];
    for (int w = 1; w < 8; ++w) {
        largest = fmaxf(largest, parts[w]);
    }
    __syncthreads();

    float sum = 0.0f;
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        sum += expf(x[col] - largest);
    }
    for (int offset = 16; offset > 0; offset /= 2) {
        sum += __shfl_xor_sync(0xffffffffu, sum, offset);
    }
    if (lane == 0) {
        parts[warp] = sum;
    }
    __syncthreads();
    sum = 0.0f;
    for (int w = 0; w < 8; ++w) {
        sum += parts[w];
    }

    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        y[col] = expf(x[col] - largest) / sum;  //~ wrong-result
    }
}

}  // namespace oprt::softmax::nvidia
