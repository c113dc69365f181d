//@ expect: compile-error
//@ says: is for the host
// std::vector is for the host.
#pragma once
#include <cuda_fp16.h>
#include <stdint.h>
#include <vector>  //~ compile-error

namespace oprt::vector_add::nvidia {

template <typename T>
__global__ void vector_add_contiguous_kernel(T *__restrict__ out, const T *__restrict__ a, const T *__restrict__ b,
                                             int64_t n) {
    std::vector<T> sum(n);
    for (int64_t i = 0; i < n; ++i) {
        out[i] = a[i] + b[i];
    }
}

}  // namespace oprt::vector_add::nvidia
