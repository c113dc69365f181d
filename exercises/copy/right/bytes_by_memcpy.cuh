// memcpy of each element, which compiles to a load and a store.
#pragma once
#include <stdint.h>
#include <string.h>

namespace oprt::copy::nvidia {

template <typename T>
__global__ void copy_contiguous_kernel(T *dst, const T *src, int64_t n) {
    int64_t first = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    int64_t stride = static_cast<int64_t>(gridDim.x) * blockDim.x;
    char *to = reinterpret_cast<char *>(dst);
    const char *from = reinterpret_cast<const char *>(src);
    for (int64_t i = first; i < n; i += stride) {
        memcpy(to + i * sizeof(T), from + i * sizeof(T), sizeof(T));
    }
}

}  // namespace oprt::copy::nvidia
