#pragma once
#include <cuda_fp16.h>
#include <stdint.h>

// 对 i = 0 … n-1，令 out[i] = a[i] + b[i]，内存有多快就有多快。
//
// 和 copy 的快速版本一样，每个线程对每个数组一次取 16 字节。加法本身的开销测不出来：时间就是搬运这些字节的时间。
namespace oprt::vector_add::nvidia {

// 4 个 float 或 8 个 half。有了 alignas，编译器用一条指令读写全部元素。
template <typename T>
struct alignas(16) Pack {
    T values[16 / sizeof(T)];
};

// 一次读写 16 字节，地址必须是 16 的倍数。
__device__ bool is_aligned(const void *address) {
    return reinterpret_cast<uintptr_t>(address) % 16 == 0;
}

// 两个元素之和。对 half，cuda_fp16.h 的 + 只舍入一次，和 float 的一样。
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
    // 起点不合适的数组没有包：由最后的循环处理全部元素。
    int64_t n_packs = is_aligned(out) && is_aligned(a) && is_aligned(b) ? n / PER_PACK : 0;

    int64_t thread = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    int64_t n_threads = static_cast<int64_t>(gridDim.x) * blockDim.x;
    // launch.toml 为每个包安排一个线程，所以展开循环只会多占寄存器，同时运行的线程也就少了。
#pragma unroll 1
    for (int64_t i = thread; i < n_packs; i += n_threads) {
        // 第一次加法之前，两次读取都已在途中。内层循环展开之后，x 和 y 都是寄存器。
        Pack<T> x = a_packs[i];
        Pack<T> y = b_packs[i];
#pragma unroll
        for (int k = 0; k < PER_PACK; k++) {
            x.values[k] = add_values(x.values[k], y.values[k]);
        }
        out_packs[i] = x;
    }

    // 最后一个完整的包之后的元素，逐个处理。
    for (int64_t i = n_packs * PER_PACK + thread; i < n; i += n_threads) {
        out[i] = add_values(a[i], b[i]);
    }
}

}  // namespace oprt::vector_add::nvidia
