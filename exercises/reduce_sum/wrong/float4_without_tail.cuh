//@ expect: wrong-result
//@ says: whole groups of 4: the rest at their end is left out
// Four columns at a time where the row allows it, and the last columns are forgotten.
#pragma once
#include <stdint.h>

namespace oprt::reduce_sum::nvidia {

__global__ void reduce_sum_rowwise_kernel(float *out, const float *in, int64_t rows, int64_t cols) {
    extern __shared__ float partial[];
    const float *row = in + blockIdx.x * cols;
    float sum = 0.0f;
    if (reinterpret_cast<uintptr_t>(row) % 16 == 0) {
        for (int64_t i = threadIdx.x; i < cols / 4; i += blockDim.x) {
            float4 v = reinterpret_cast<const float4 *>(row)[i];
            sum += v.x + v.y + v.z + v.w;
        }
    } else {
        for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
            sum += row[col];
        }
    }
    partial[threadIdx.x] = sum;
    __syncthreads();
    for (unsigned int active = blockDim.x / 2; active > 0; active /= 2) {
        if (threadIdx.x < active) {
            partial[threadIdx.x] += partial[threadIdx.x + active];
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        out[blockIdx.x] = partial[0];  //~ wrong-result
    }
}

}  // namespace oprt::reduce_sum::nvidia
