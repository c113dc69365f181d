//@ expect: wrong-result
//@ says: flushes subnormal numbers
// A first value by a store, the second summand by an atomic of the same thread: no race, but atomic additions of floats in
// global memory take subnormal numbers for zero.
#pragma once
#include <cuda_fp16.h>
#include <stdint.h>

namespace oprt::vector_add::nvidia {

template <typename T>
__global__ void vector_add_contiguous_kernel(T *__restrict__ out, const T *__restrict__ a, const T *__restrict__ b,
                                             int64_t n) {
    int64_t first = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    int64_t stride = static_cast<int64_t>(gridDim.x) * blockDim.x;
    for (int64_t i = first; i < n; i += stride) {
        out[i] = a[i];
        atomicAdd(&out[i], b[i]);  //~ wrong-result
    }
}

}  // namespace oprt::vector_add::nvidia
