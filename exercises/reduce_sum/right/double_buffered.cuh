// Each level reads one half of the shared memory and writes the other: one barrier a level is enough.
#pragma once
#include <stdint.h>

namespace oprt::reduce_sum::nvidia {

__global__ void reduce_sum_rowwise_kernel(float *out, const float *in, int64_t rows, int64_t cols) {
    __shared__ float cells[2][256];
    unsigned int t = threadIdx.x;
    float sum = 0.0f;
    for (int64_t col = t; col < cols; col += blockDim.x) {
        sum += in[blockIdx.x * cols + col];
    }
    int from = 0;
    cells[from][t] = sum;
    __syncthreads();
    for (unsigned int back = 1; back < 256; back *= 2) {
        float value = cells[from][t];
        if (t >= back) {
            value += cells[from][t - back];
        }
        cells[1 - from][t] = value;
        from = 1 - from;
        __syncthreads();
    }
    if (t == 255) {
        out[blockIdx.x] = cells[from][t];
    }
}

}  // namespace oprt::reduce_sum::nvidia
