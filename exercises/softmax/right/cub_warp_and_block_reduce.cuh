// CUB: the maximum and the sum of a block, in two pieces of storage.
#pragma once
#include <cub/block/block_reduce.cuh>
#include <math.h>
#include <stdint.h>

namespace oprt::softmax::nvidia {

struct Larger {
    __device__ float operator()(float a, float b) const { return a > b ? a : b; }
};

__global__ void softmax_rowwise_kernel(float *out, const float *in, int64_t rows, int64_t cols) {
    using BlockReduce = cub::BlockReduce<float, 256>;
    __shared__ typename BlockReduce::TempStorage storage;
    __shared__ float largest;
    __shared__ float total;
    const float *x = in + blockIdx.x * cols;
    float mine = -INFINITY;
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        mine = Larger{}(mine, x[col]);
    }
    float all = BlockReduce(storage).Reduce(mine, Larger{});
    if (threadIdx.x == 0) {
        largest = all;
    }
    __syncthreads();
    float sum = 0.0f;
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        sum += expf(x[col] - largest);
    }
    all = BlockReduce(storage).Sum(sum);
    if (threadIdx.x == 0) {
        total = all;
    }
    __syncthreads();
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        out[blockIdx.x * cols + col] = expf(x[col] - largest) / total;
    }
}

}  // namespace oprt::softmax::nvidia
