#pragma once
#include <stdint.h>

// out[row] = in[row][0] + … + in[row][cols-1], for each row of a rows × cols matrix stored row by row.
//
// One block per row. The block may have any power of two of threads up to 256; it needs blockDim.x floats of dynamic
// shared memory.
namespace oprt::reduce_sum::nvidia {

__global__ void reduce_sum_rowwise_kernel(float *out, const float *in, int64_t rows, int64_t cols) {
    extern __shared__ float partial[];
    int64_t row = blockIdx.x;
    if (row >= rows) {
        return;  // The whole block leaves together.
    }

    // Each thread adds up every blockDim.x-th column, so neighbouring threads read neighbouring addresses. A thread
    // without a column still writes its 0: the tree below reads all cells.
    float sum = 0.0f;
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        sum += in[row * cols + col];
    }
    partial[threadIdx.x] = sum;
    __syncthreads();  // Every cell is written before any thread reads another thread's.

    // A tree: half of the cells are added to the other half until one is left.
    for (unsigned int active = blockDim.x / 2; active > 0; active /= 2) {
        if (threadIdx.x < active) {
            partial[threadIdx.x] += partial[threadIdx.x + active];
        }
        __syncthreads();  // Outside the if: all threads of the block must arrive.
    }

    if (threadIdx.x == 0) {
        out[row] = partial[0];
    }
}

}  // namespace oprt::reduce_sum::nvidia
