//@ expect: compile-error
//@ says: must have a constant value
// The size of a shared array has to be known to the compiler.
#pragma once
#include <stdint.h>

namespace oprt::reduce_sum::nvidia {

__global__ void reduce_sum_rowwise_kernel(float *out, const float *in, int64_t rows, int64_t cols) {
    __shared__ float partial[blockDim.x];  //~ compile-error
    partial[threadIdx.x] = in[blockIdx.x * cols];
    out[blockIdx.x] = partial[0];
}

}  // namespace oprt::reduce_sum::nvidia
