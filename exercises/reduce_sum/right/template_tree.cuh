// The levels of the tree are unrolled by a template.
#pragma once
#include <stdint.h>

namespace oprt::reduce_sum::nvidia {

template <unsigned int Active>
__device__ __forceinline__ void tree(float *partial) {
    if (threadIdx.x < Active) {
        partial[threadIdx.x] += partial[threadIdx.x + Active];
    }
    __syncthreads();
    if constexpr (Active > 1) {
        tree<Active / 2>(partial);
    }
}

__global__ void reduce_sum_rowwise_kernel(float *out, const float *in, int64_t rows, int64_t cols) {
    extern __shared__ float partial[];
    float sum = 0.0f;
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        sum += in[blockIdx.x * cols + col];
    }
    partial[threadIdx.x] = sum;
    __syncthreads();
    tree<128>(partial);
    if (threadIdx.x == 0) {
        out[blockIdx.x] = partial[0];
    }
}

}  // namespace oprt::reduce_sum::nvidia
