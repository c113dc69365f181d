//@ expect: barrier-divergence
//@ says: Lane 1 had already ended
// Lanes get b's element from their neighbour; where n is odd, the last lane's neighbour has left.
#pragma once
#include <cuda_fp16.h>
#include <stdint.h>

namespace oprt::vector_add::nvidia {

template <typename T>
__global__ void vector_add_contiguous_kernel(T *__restrict__ out, const T *__restrict__ a, const T *__restrict__ b,
                                             int64_t n) {
    int64_t i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    for (; i < n; i += static_cast<int64_t>(gridDim.x) * blockDim.x) {
        T y = __shfl_xor_sync(0xffffffffu, b[(i ^ 1) < n ? i ^ 1 : i], 1);  //~ barrier-divergence
        out[i] = a[i] + y;
    }
}

}  // namespace oprt::vector_add::nvidia
