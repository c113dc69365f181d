//@ expect: barrier-divergence
//@ says: Lane 1 had already ended
// Pairs of lanes swap their elements twice; where n is odd, the last lane has no partner.
#pragma once
#include <cuda_fp16.h>
#include <stdint.h>

namespace oprt::copy::nvidia {

template <typename T>
__global__ void copy_contiguous_kernel(T *dst, const T *src, int64_t n) {
    int64_t i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i >= n) {
        return;
    }
    for (; i < n; i += static_cast<int64_t>(gridDim.x) * blockDim.x) {
        T other = __shfl_xor_sync(0xffffffffu, src[i], 1);
        other = __shfl_xor_sync(0xffffffffu, other, 1);  //~ barrier-divergence
        dst[i] = other;
    }
}

}  // namespace oprt::copy::nvidia
