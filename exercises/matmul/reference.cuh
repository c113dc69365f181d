#pragma once
#include <cuda_fp16.h>
#include <stdint.h>

// What the product should be, in double precision: one thread per element of it, one product after the other.
//
// out: m * n values for out. magnitude: as many, the sums of |a·b|, which rounding errors are measured by. a: m * k
// elements, b: k * n elements, row by row. Launch: at least m * n threads, in one dimension.
template <typename T>
__global__ void reference(double *out, double *magnitude, const T *a, const T *b, int64_t m, int64_t n, int64_t k) {
    int64_t i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < m * n) {
        int64_t row = i / n;
        int64_t col = i % n;
        double sum = 0.0;
        double size = 0.0;
        for (int64_t p = 0; p < k; ++p) {
            // float holds every half exactly, and double the product of any two floats.
            double product = static_cast<double>(static_cast<float>(a[row * k + p])) *
                             static_cast<double>(static_cast<float>(b[p * n + col]));
            sum += product;
            size += fabs(product);
        }
        out[i] = sum;
        magnitude[i] = size;
    }
}
