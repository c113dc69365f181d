#pragma once
#include <stdint.h>

// What reduce_sum should give, in double precision: one thread per row, one column after the other.
//
// out: rows values for out. magnitude: rows values, the sum of |x|, which the tolerance is measured by.
// in: rows * cols elements, row by row. Launch: at least `rows` threads, in one dimension.
template <typename T>
__global__ void reference(double *out, double *magnitude, const T *in, int64_t rows, int64_t cols) {
    int64_t row = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (row < rows) {
        double sum = 0.0;
        double size = 0.0;
        for (int64_t col = 0; col < cols; ++col) {
            double x = in[row * cols + col];
            sum += x;
            size += x < 0.0 ? -x : x;
        }
        out[row] = sum;
        magnitude[row] = size;
    }
}
