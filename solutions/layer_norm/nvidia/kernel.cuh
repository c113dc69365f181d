#pragma once
#include <math.h>
#include <stdint.h>

// out[row][col] = (in[row][col] - mean) / sqrt(variance + eps) * gamma[col] + beta[col], where mean is the mean of the row
// and variance the mean of the squares (in[row][col] - mean)², for each row of a rows × cols matrix stored row by row.
//
// The variance takes a pass of its own: mean of squares minus square of the mean would need one pass fewer, and loses its
// digits where the entries are large and close together. One block per row. The block may have any power of two of threads
// up to 256; it needs blockDim.x floats of dynamic shared memory.
namespace oprt::layer_norm::nvidia {

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
    __syncthreads();  // Everyone has read the result before the scratch memory is used again.
    return result;
}

__global__ void layer_norm_rowwise_kernel(float *out, const float *in, const float *gamma, const float *beta, int64_t rows,
                                          int64_t cols, float eps) {
    extern __shared__ float scratch[];
    int64_t row = blockIdx.x;
    if (row >= rows) {
        return;  // The whole block leaves together.
    }
    const float *x = in + row * cols;
    float *y = out + row * cols;

    float sum = 0.0f;
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        sum += x[col];
    }
    float mean = block_sum(sum, scratch) / cols;

    // The distances from the mean are small numbers, however large the entries are: their squares can be added safely.
    float squares = 0.0f;
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        float distance = x[col] - mean;
        squares += distance * distance;
    }
    float variance = block_sum(squares, scratch) / cols;

    // eps keeps the division safe where all entries of a row are equal.
    float factor = 1.0f / sqrtf(variance + eps);
    for (int64_t col = threadIdx.x; col < cols; col += blockDim.x) {
        // The parameters belong to columns: all rows use the same.
        y[col] = (x[col] - mean) * factor * gamma[col] + beta[col];
    }
}

}  // namespace oprt::layer_norm::nvidia
