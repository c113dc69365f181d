//@ expect: barrier-divergence
//@ says: different barriers
// Threads with an element wait at one barrier, the others at another one.
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
        dst[i] = tile[threadIdx.x];
    } else {
        tile[threadIdx.x] = T(0.0f);
        __syncthreads();
    }
}

}  // namespace oprt::copy::nvidia
