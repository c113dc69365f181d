// Double precision until the last moment.
#pragma once
#include <math.h>
#include <stdint.h>

namespace oprt::softmax::nvidia {

__global__ void softmax_rowwise_kernel(float *out, const float *in, int64_t rows, int64_t cols) {
    __shared__ double cells[256];
    unsigned int t = threadIdx.x;
    const float *x = in + blockIdx.x * cols;
    double largest = -INFINITY;
    for (int64_t col = t; col < cols; col += 256) {
        largest = fmax(largest, static_cast<double>(x[col]));
    }
    cells[t] = largest;
    __syncthreads();
    for (unsigned int active = 128; active > 0; active /= 2) {
        if (t < active) {
            cells[t] = fmax(cells[t], cells[t + active]);
        }
        __syncthreads();
    }
    largest = cells[0];
    __syncthreads();
    double sum = 0.0;
    for (int64_t col = t; col < cols; col += 256) {
        sum += exp(x[col] - largest);
    }
    cells[t] = sum;
    __syncthreads();
    for (unsigned int active = 128; active > 0; active /= 2) {
        if (t < active) {
            cells[t] += cells[t + active];
        }
        __syncthreads();
    }
    for (int64_t col = t; col < cols; col += 256) {
        out[blockIdx.x * cols + col] = static_cast<float>(exp(x[col] - largest) / cells[0]);
    }
}

}  // namespace oprt::softmax::nvidia
