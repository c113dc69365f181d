#pragma once
#include <math.h>
#include <stdint.h>

// One thread adds all elements, in double precision.
template <typename T>
__global__ void reference(double *out, double *magnitude, const T *in, int64_t n) {
    double sum = 0.0;
    double size = 0.0;
    for (int64_t i = 0; i < n; ++i) {
        sum += in[i];
        size += fabs(static_cast<double>(in[i]));
    }
    out[0] = sum;
    magnitude[0] = size;
}
