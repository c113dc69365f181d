#pragma once
#include <stdint.h>

// dst[i] = src[i] for i = 0 … n-1, as fast as the memory can.
//
// A copy computes nothing: its time is that of its bytes, as long as the memory is kept busy. For that, enough bytes must
// be under way at any moment. The threads that a GPU runs at the same time are limited, so each must ask for more: here
// 16 bytes, the most that one load can bring, where the plain solution asks for one element of 2 or 4.
namespace oprt::copy::nvidia {

// A load or store of 16 bytes needs an address that 16 divides.
__device__ bool is_aligned(const void *address) {
    return reinterpret_cast<uintptr_t>(address) % 16 == 0;
}

template <typename T>
__global__ void copy_contiguous_kernel(T *dst, const T *src, int64_t n) {
    // A pack is four 32-bit words that move as one. What they mean does not matter to a copy.
    constexpr int64_t PER_PACK = sizeof(uint4) / sizeof(T);
    const uint4 *from = reinterpret_cast<const uint4 *>(src);
    uint4 *to = reinterpret_cast<uint4 *>(dst);
    // Arrays that begin elsewhere, in the middle of another one say, have no pack: the last loop copies all of them.
    int64_t n_packs = is_aligned(src) && is_aligned(dst) ? n / PER_PACK : 0;

    int64_t thread = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    int64_t n_threads = static_cast<int64_t>(gridDim.x) * blockDim.x;
    // launch.toml makes a thread for each pack, so unrolling would only take registers, and threads with them.
#pragma unroll 1
    for (int64_t i = thread; i < n_packs; i += n_threads) {
        to[i] = from[i];
    }

    // The elements behind the last whole pack, one by one.
    for (int64_t i = n_packs * PER_PACK + thread; i < n; i += n_threads) {
        dst[i] = src[i];
    }
}

}  // namespace oprt::copy::nvidia
