//@ expect: out-of-bounds
//@ says: `stage` has 0 elements
// The launch gives this kernel no dynamic shared memory.
#pragma once
#include <cuda_fp16.h>
#include <stdint.h>

namespace oprt::vector_add::nvidia {

template <typename T>
__global__ void vector_add_contiguous_kernel(T *__restrict__ out, const T *__restrict__ a, const T *__restrict__ b,
                                             int64_t n) {
    extern __shared__ unsigned char stage[];
    T *cell = reinterpret_cast<T *>(stage) + threadIdx.x;
    int64_t i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    for (; i < n; i += static_cast<int64_t>(gridDim.x) * blockDim.x) {
        *cell = a[i];  //~ out-of-bounds
        out[i] = *cell + b[i];
    }
}

}  // namespace oprt::vector_add::nvidia
