#pragma once
#include <math.h>
#include <stdint.h>

// What softmax should give, in double precision: one thread per row, one column after the other.
//
// out: rows * cols values for out. in: rows * cols elements, row by row. Launch: at least `rows` threads, in one
// dimension.
template <typename T>
__global__ void reference(double *out, const T *in, int64_t rows, int64_t cols) {
    int64_t row = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (row < rows) {
        const T *x = in + row * cols;
        double *y = out + row * cols;
        double largest = x[0];
        for (int64_t col = 1; col < cols; ++col) {
            largest = x[col] > largest ? x[col] : largest;
        }
        double sum = 0.0;
        for (int64_t col = 0; col < cols; ++col) {
            y[col] = exp(x[col] - largest);
            sum += y[col];
        }
        for (int64_t col = 0; col < cols; ++col) {
            y[col] /= sum;
        }
    }
}
