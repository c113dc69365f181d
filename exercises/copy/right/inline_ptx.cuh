// Loads and stores of the bits by PTX.
#pragma once
#include <stdint.h>

namespace oprt::copy::nvidia {

__device__ inline uint32_t load_bits(const float *address) {
    uint32_t bits;
    asm volatile("ld.global.cs.u32 %0, [%1];" : "=r"(bits) : "l"(address));
    return bits;
}

__device__ inline void store_bits(float *address, uint32_t bits) {
    asm volatile("st.global.cs.u32 [%0], %1;" ::"l"(address), "r"(bits) : "memory");
}

template <typename H>
__device__ inline uint16_t load_bits(const H *address) {
    uint16_t bits;
    asm volatile("ld.global.u16 %0, [%1];" : "=h"(bits) : "l"(address));
    return bits;
}

template <typename H>
__device__ inline void store_bits(H *address, uint16_t bits) {
    asm volatile("st.global.u16 [%0], %1;" ::"l"(address), "h"(bits) : "memory");
}

template <typename T>
__global__ void copy_contiguous_kernel(T *dst, const T *src, int64_t n) {
    int64_t first = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    int64_t stride = static_cast<int64_t>(gridDim.x) * blockDim.x;
    for (int64_t i = first; i < n; i += stride) {
        store_bits(dst + i, load_bits(src + i));
    }
}

}  // namespace oprt::copy::nvidia
