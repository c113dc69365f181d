#pragma once
#include <stdint.h>

// dst[i] = src[i] for i = 0 … n-1.
//
// A grid-stride loop: the grid may have fewer threads than there are elements. Each thread starts at its own index in
// the whole grid and moves on by the number of threads in the grid, so any n and any launch work.
namespace oprt::copy::nvidia {

template <typename T>
__global__ void copy_contiguous_kernel(T *dst, const T *src, int64_t n) {
    // int64_t first: the product of two 32-bit numbers overflows where n is large.
    int64_t first = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    int64_t stride = static_cast<int64_t>(gridDim.x) * blockDim.x;
    for (int64_t i = first; i < n; i += stride) {
        dst[i] = src[i];
    }
}

}  // namespace oprt::copy::nvidia
