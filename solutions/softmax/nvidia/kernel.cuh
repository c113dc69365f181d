#pragma once
#include <math.h>
#include <stdint.h>

// out[row][col] = exp(in[row][col] - max) / sum, where max is the largest entry of the row and sum adds up the
// exponentials of the row, for each row of a rows × cols matrix stored row by row.
//
// Subtracting the maximum changes nothing mathematically, but exp of a large number is infinite, and exp(x - max) is at
// most 1. One block per row. The block may have any power of two of threads up to 256; it needs blockDim.x floats of
// dynamic shared memory.
namespace oprt::softmax::nvidia {

// The largest of one value from each thread of the block. All threads get the result.
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
    __syncthreads();  // Everyone has read the result before the scratch memory is used again.
    return result;
}

// The sum of one value from each thread of the block. All threads get the result.
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
    int64_t row = blockIdx.x;
    if (row >= rows) {
        return;  // The whole block leaves together.
    }
    const float *x = in + row * cols;
    float *y = out + row * cols;

    // The neutral element of max is -infinity: 0 would be wrong for a row of negative entries.
    float largest = -INFINITY;
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        largest = fmaxf(largest, x[col]);
    }
    largest = block_max(largest, scratch);

    float sum = 0.0f;
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        sum += expf(x[col] - largest);
    }
    sum = block_sum(sum, scratch);

    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        y[col] = expf(x[col] - largest) / sum;
    }
}

}  // namespace oprt::softmax::nvidia
