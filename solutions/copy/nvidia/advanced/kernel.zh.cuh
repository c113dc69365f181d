#pragma once
#include <stdint.h>

// 对 i = 0 … n-1，令 dst[i] = src[i]，内存有多快就有多快。
//
// 复制不做计算：只要内存一直忙着，时间就是搬运这些字节的时间。为此，任何时刻都要有足够多的字节在途中。GPU 同时运行的
// 线程有限，所以每个线程要一次多取一些：这里是 16 字节，一次读取最多能取这么多；普通的参考答案一次只取一个 2 或 4
// 字节的元素。
namespace oprt::copy::nvidia {

// 一次读写 16 字节，地址必须是 16 的倍数。
__device__ bool is_aligned(const void *address) {
    return reinterpret_cast<uintptr_t>(address) % 16 == 0;
}

template <typename T>
__global__ void copy_contiguous_kernel(T *dst, const T *src, int64_t n) {
    // 一个包是一起移动的四个 32 位字。它们是什么含义，与复制无关。
    constexpr int64_t PER_PACK = sizeof(uint4) / sizeof(T);
    const uint4 *from = reinterpret_cast<const uint4 *>(src);
    uint4 *to = reinterpret_cast<uint4 *>(dst);
    // 起点不合适的数组（例如从另一个数组的中间开始）没有包：由最后的循环复制全部元素。
    int64_t n_packs = is_aligned(src) && is_aligned(dst) ? n / PER_PACK : 0;

    int64_t thread = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    int64_t n_threads = static_cast<int64_t>(gridDim.x) * blockDim.x;
    // launch.toml 为每个包安排一个线程，所以展开循环只会多占寄存器，同时运行的线程也就少了。
#pragma unroll 1
    for (int64_t i = thread; i < n_packs; i += n_threads) {
        to[i] = from[i];
    }

    // 最后一个完整的包之后的元素，逐个处理。
    for (int64_t i = n_packs * PER_PACK + thread; i < n; i += n_threads) {
        dst[i] = src[i];
    }
}

}  // namespace oprt::copy::nvidia
