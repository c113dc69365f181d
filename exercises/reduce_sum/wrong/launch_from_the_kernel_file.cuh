//@ expect: compile-error
//@ says: device code only
// A host function with a launch.
#pragma once
#include <stdint.h>

namespace oprt::reduce_sum::nvidia {

__global__ void reduce_sum_rowwise_kernel(float *out, const float *in, int64_t rows, int64_t cols) {
    out[blockIdx.x] = in[blockIdx.x * cols];
}

void launch(float *out, const float *in, int64_t rows, int64_t cols) {  //~ compile-error
    reduce_sum_rowwise_kernel<<<rows, 256, 1024>>>(out, in, rows, cols);
}

}  // namespace oprt::reduce_sum::nvidia
