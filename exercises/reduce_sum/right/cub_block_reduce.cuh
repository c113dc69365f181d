// CUB's reduction of a block.
#pragma once
#include <cub/block/block_reduce.cuh>
#include <stdint.h>

namespace oprt::reduce_sum::nvidia {

__global__ void reduce_sum_rowwise_kernel(float *out, const float *in, int64_t rows, int64_t cols) {
    using BlockReduce = cub::BlockReduce<float, 256>;
    __shared__ typename BlockReduce::TempStorage storage;
    float sum = 0.0f;
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        sum += in[blockIdx.x * cols + col];
    }
    float total = BlockReduce(storage).Sum(sum);
    if (threadIdx.x == 0) {
        out[blockIdx.x] = total;
    }
}

}  // namespace oprt::reduce_sum::nvidia
