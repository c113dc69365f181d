// Aligned vectors in the middle of the row, single columns before and after.
#pragma once
#include <stdint.h>

namespace oprt::reduce_sum::nvidia {

__global__ void reduce_sum_rowwise_kernel(float *out, const float *in, int64_t rows, int64_t cols) {
    extern __shared__ float partial[];
    const float *row = in + blockIdx.x * cols;
    int64_t head = (16 - reinterpret_cast<uintptr_t>(row) % 16) % 16 / 4;
    if (head > cols) {
        head = cols;
    }
    int64_t n_vectors = (cols - head) / 4;
    float sum = 0.0f;
    if (threadIdx.x < head) {
        sum += row[threadIdx.x];
    }
    const float4 *vectors = reinterpret_cast<const float4 *>(row + head);
    for (int64_t i = threadIdx.x; i < n_vectors; i += blockDim.x) {
        float4 v = __ldg(vectors + i);
        sum += (v.x + v.y) + (v.z + v.w);
    }
    for (int64_t col = head + 4 * n_vectors + threadIdx.x; col < cols; col += blockDim.x) {
        sum += row[col];
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
        out[blockIdx.x] = partial[0];
    }
}

}  // namespace oprt::reduce_sum::nvidia
