#pragma once
#include <stdint.h>

// Task: out[row] = in[row][0] + … + in[row][cols-1], for each row of a rows × cols matrix stored row by row.
//
// There is one block of 256 threads per row, with shared memory for one float per thread. A row may have fewer columns
// than there are threads, or many more.
namespace oprt::reduce_sum::nvidia {

__global__ void reduce_sum_rowwise_kernel(float *out, const float *in, int64_t rows, int64_t cols) {
    extern __shared__ float partial[];

    // The row of this block is blockIdx.x; its first element is in[row * cols].
    // TODO 1: Let each thread add up its share of the row: the columns threadIdx.x, threadIdx.x + blockDim.x, …
    // TODO 2: Store this thread's sum in partial[threadIdx.x], also when it had no column at all.
    // TODO 3: Wait until all threads have stored theirs.
    // TODO 4: Add the upper half of the cells to the lower half, wait, and repeat with half as many cells until one is
    //         left. Mind where the barrier stands: every thread of the block must reach it.
    // TODO 5: Let one thread write the result.
}

}  // namespace oprt::reduce_sum::nvidia
