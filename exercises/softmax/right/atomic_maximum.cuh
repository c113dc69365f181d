// The maximum by an atomic on the ordered bits, the sum by an atomic addition.
// Orders like the float as an unsigned number.
#pragma once
#include <math.h>
#include <stdint.h>

namespace oprt::softmax::nvidia {

__device__ unsigned int to_ordered(float value) {
    unsigned int bits = __float_as_uint(value);
    return (bits & 0x80000000u) != 0 ? ~bits : bits | 0x80000000u;
}

__device__ float from_ordered(unsigned int key) {
    return __uint_as_float((key & 0x80000000u) != 0 ? key & 0x7fffffffu : ~key);
}

__global__ void softmax_rowwise_kernel(float *out, const float *in, int64_t rows, int64_t cols) {
    __shared__ unsigned int key;
    __shared__ float total;
    if (threadIdx.x == 0) {
        key = 0;
        total = 0.0f;
    }
    __syncthreads();
    const float *x = in + blockIdx.x * cols;
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        atomicMax(&key, to_ordered(x[col]));
    }
    __syncthreads();
    float largest = from_ordered(key);
    float sum = 0.0f;
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        sum += expf(x[col] - largest);
    }
    atomicAdd(&total, sum);
    __syncthreads();
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        out[blockIdx.x * cols + col] = expf(x[col] - largest) / total;
    }
}

}  // namespace oprt::softmax::nvidia
