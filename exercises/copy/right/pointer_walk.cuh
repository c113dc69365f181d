// Pointers that move on; the end is a pointer as well.
#pragma once
#include <stdint.h>

namespace oprt::copy::nvidia {

template <typename T>
__global__ void copy_contiguous_kernel(T *dst, const T *src, int64_t n) {
    int64_t start = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    int64_t step = static_cast<int64_t>(gridDim.x) * blockDim.x;
    const T *const end = src + n;
    T *to = dst + start;
    for (const T *from = src + start; from < end; from += step, to += step) {
        *to = *from;
    }
}

}  // namespace oprt::copy::nvidia
