//@ expect: barrier-divergence
//@ says: never arrive
// The mask names all lanes, and only the even ones come.
#pragma once
#include <cuda_fp16.h>
#include <stdint.h>

namespace oprt::vector_add::nvidia {

template <typename T>
__global__ void vector_add_contiguous_kernel(T *__restrict__ out, const T *__restrict__ a, const T *__restrict__ b,
                                             int64_t n) {
    int64_t i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    float extra = 0.0f;
    if (threadIdx.x % 2 == 0) {
        extra = __shfl_down_sync(0xffffffffu, static_cast<float>(threadIdx.x), 1);  //~ barrier-divergence
    }
    __syncwarp();
    if (extra >= 0.0f) {
        for (; i < n; i += static_cast<int64_t>(gridDim.x) * blockDim.x) {
            out[i] = a[i] + b[i];
        }
    }
}

}  // namespace oprt::vector_add::nvidia
