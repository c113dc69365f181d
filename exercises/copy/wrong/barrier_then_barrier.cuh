//@ expect: barrier-divergence
//@ says: Move `__syncthreads()` out of the branch
// A barrier inside the `if` and another one behind it.
#pragma once
#include <stdint.h>

namespace oprt::copy::nvidia {

template <typename T>
__global__ void copy_contiguous_kernel(T *dst, const T *src, int64_t n) {
    __shared__ T tile[256];
    int64_t i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < n) {
        tile[threadIdx.x] = src[i];
        __syncthreads();  //~ barrier-divergence
    }
    __syncthreads();
    if (i < n) {
        dst[i] = tile[threadIdx.x];
    }
}

}  // namespace oprt::copy::nvidia
