#pragma once
#include <cuda_fp16.h>
#include <stdint.h>

// out[i] = a[i] + b[i] for i = 0 … n-1, as fast as the memory can.
//
// As in the advanced copy, each thread asks for 16 bytes of each array at once. The addition itself costs nothing that
// could be measured: its time is that of its bytes.
namespace oprt::vector_add::nvidia {

// 4 floats or 8 halves. With alignas the compiler loads and stores all of them by one instruction.
template <typename T>
struct alignas(16) Pack {
    T values[16 / sizeof(T)];
};

// A load or store of 16 bytes needs an address that 16 divides.
__device__ bool is_aligned(const void *address) {
    return reinterpret_cast<uintptr_t>(address) % 16 == 0;
}

// The sum of two elements. For half the + of cuda_fp16.h rounds once, as float's does.
template <typename T>
__device__ T add_values(T a, T b) {
    return a + b;
}

template <typename T>
__global__ void vector_add_contiguous_kernel(T *__restrict__ out, const T *__restrict__ a, const T *__restrict__ b,
                                             int64_t n) {
    constexpr int64_t PER_PACK = sizeof(Pack<T>) / sizeof(T);
    const Pack<T> *a_packs = reinterpret_cast<const Pack<T> *>(a);
    const Pack<T> *b_packs = reinterpret_cast<const Pack<T> *>(b);
    Pack<T> *out_packs = reinterpret_cast<Pack<T> *>(out);
    // Arrays that begin elsewhere have no pack: the last loop adds all of them.
    int64_t n_packs = is_aligned(out) && is_aligned(a) && is_aligned(b) ? n / PER_PACK : 0;

    int64_t thread = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    int64_t n_threads = static_cast<int64_t>(gridDim.x) * blockDim.x;
    // launch.toml makes a thread for each pack, so unrolling would only take registers, and threads with them.
#pragma unroll 1
    for (int64_t i = thread; i < n_packs; i += n_threads) {
        // Both loads are under way before the first addition. The inner loop is unrolled: x and y are registers.
        Pack<T> x = a_packs[i];
        Pack<T> y = b_packs[i];
#pragma unroll
        for (int k = 0; k < PER_PACK; k++) {
            x.values[k] = add_values(x.values[k], y.values[k]);
        }
        out_packs[i] = x;
    }

    // The elements behind the last whole pack, one by one.
    for (int64_t i = n_packs * PER_PACK + thread; i < n; i += n_threads) {
        out[i] = add_values(a[i], b[i]);
    }
}

}  // namespace oprt::vector_add::nvidia
