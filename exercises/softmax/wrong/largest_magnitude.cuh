//@ expect: wrong-result
//@ says: What is subtracted is the largest absolute value
// The largest |x| in place of the largest x: very negative rows vanish.
#pragma once
#include <math.h>
#include <stdint.h>

namespace oprt::softmax::nvidia {

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
    const float *x = in + blockIdx.x * cols;
    float *y = out + blockIdx.x * cols;

    float largest = -INFINITY;
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        largest = fmaxf(largest, fabsf(x[col]));
    }
    largest = block_max(largest, scratch);

    float sum = 0.0f;
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        sum += expf(x[col] - largest);
    }
    sum = block_sum(sum, scratch);

    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        y[col] = expf(x[col] - largest) / sum;  //~ wrong-result
    }
}

}  // namespace oprt::softmax::nvidia
