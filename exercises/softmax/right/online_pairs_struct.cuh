// Maximum and sum travel together, and two of them are merged by one function.
#pragma once
#include <math.h>
#include <stdint.h>

namespace oprt::softmax::nvidia {

struct Part {
    float largest;
    float sum;
};

__device__ Part merge(Part a, Part b) {
    float largest = fmaxf(a.largest, b.largest);
    if (largest == -INFINITY) {
        return {largest, 0.0f};
    }
    return {largest, a.sum * expf(a.largest - largest) + b.sum * expf(b.largest - largest)};
}

__global__ void softmax_rowwise_kernel(float *out, const float *in, int64_t rows, int64_t cols) {
    __shared__ Part warps[8];
    const float *x = in + blockIdx.x * cols;
    Part part{-INFINITY, 0.0f};
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        part = merge(part, Part{x[col], 1.0f});
    }
    for (int mask = 1; mask < 32; mask *= 2) {
        Part other{__shfl_xor_sync(0xffffffffu, part.largest, mask), __shfl_xor_sync(0xffffffffu, part.sum, mask)};
        // Both lanes of a pair merge in the same order, so that all lanes end with the same bits.
        part = (threadIdx.x & mask) == 0 ? merge(part, other) : merge(other, part);
    }
    if (threadIdx.x % 32 == 0) {
        warps[threadIdx.x / 32] = part;
    }
    __syncthreads();
    part = warps[0];
    for (int w = 1; w < 8; ++w) {
        part = merge(part, warps[w]);
    }
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        out[blockIdx.x * cols + col] = expf(x[col] - part.largest) / part.sum;
    }
}

}  // namespace oprt::softmax::nvidia
