// As structs of eight bytes, and the last ones as elements.
#pragma once
#include <stdint.h>

namespace oprt::copy::nvidia {

struct alignas(8) Eight {
    unsigned char byte[8];
};

template <typename T>
__global__ void copy_contiguous_kernel(T *dst, const T *src, int64_t n) {
    const int64_t per_piece = sizeof(Eight) / sizeof(T);
    int64_t first = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    int64_t stride = static_cast<int64_t>(gridDim.x) * blockDim.x;
    const Eight *from = reinterpret_cast<const Eight *>(src);
    Eight *to = reinterpret_cast<Eight *>(dst);
    int64_t n_pieces = n / per_piece;
    for (int64_t i = first; i < n_pieces; i += stride) {
        Eight piece = from[i];
        to[i] = piece;
    }
    if (first < n % per_piece) {
        int64_t i = n_pieces * per_piece + first;
        dst[i] = src[i];
    }
}

}  // namespace oprt::copy::nvidia
