#pragma once
#include <math.h>
#include <stdint.h>

// Task: out[row][col] = exp(in[row][col] - max) / sum, where max is the largest entry of the row and sum adds up the
// exponentials of the row, for each row of a rows × cols matrix stored row by row.
//
// There is one block of 256 threads per row, with shared memory for one float per thread.
namespace oprt::softmax::nvidia {

// The largest of one value from each thread of the block. All threads get the result.
__device__ float block_max(float value, float *scratch) {
    // TODO 1: A tree as in reduce_sum, with fmaxf in place of +.
    // TODO 2: All threads need the result, and scratch will be used again: when may the next write to it come?
    return value;  // TODO: This is only the thread's own value.
}

// The sum of one value from each thread of the block. All threads get the result.
__device__ float block_sum(float value, float *scratch) {
    // TODO 3: The same with +.
    return value;  // TODO: This is only the thread's own value.
}

__global__ void softmax_rowwise_kernel(float *out, const float *in, int64_t rows, int64_t cols) {
    extern __shared__ float scratch[];

    // The row of this block is blockIdx.x: its elements begin at in + row * cols, its outputs at out + row * cols.
    // TODO 4: The row's maximum: each thread over its columns, then block_max. With which number does a maximum start?
    // TODO 5: The sum of expf(x - maximum) over the row: each thread over its columns, then block_sum.
    // TODO 6: Write expf(x - maximum) / sum for each column.
}

}  // namespace oprt::softmax::nvidia
