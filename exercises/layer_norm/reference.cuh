#pragma once
#include <math.h>
#include <stdint.h>

// What layer normalisation should give, in double precision: one thread per row, one column after the other.
//
// out: rows * cols values for out. magnitude: for each of them the size of the terms that it is made of, with the mean's
// own size counted among them, because a float mean cannot be more exact than that. in: rows * cols elements, row by row.
// gamma, beta: cols elements each. Launch: at least `rows` threads, in one dimension.
template <typename T>
__global__ void reference(double *out, double *magnitude, const T *in, const T *gamma, const T *beta, int64_t rows,
                          int64_t cols, float eps) {
    int64_t row = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (row < rows) {
        const T *x = in + row * cols;
        double sum = 0.0;
        double sum_of_sizes = 0.0;
        for (int64_t col = 0; col < cols; ++col) {
            sum += x[col];
            sum_of_sizes += fabs(static_cast<double>(x[col]));
        }
        double mean = sum / cols;
        double sum_of_squares = 0.0;
        for (int64_t col = 0; col < cols; ++col) {
            sum_of_squares += (x[col] - mean) * (x[col] - mean);
        }
        double factor = 1.0 / sqrt(sum_of_squares / cols + eps);
        for (int64_t col = 0; col < cols; ++col) {
            double scale = factor * gamma[col];
            out[row * cols + col] = (x[col] - mean) * scale + beta[col];
            magnitude[row * cols + col] =
                fabs(scale) * (fabs(x[col] - mean) + sum_of_sizes / cols) + fabs(static_cast<double>(beta[col]));
        }
    }
}
