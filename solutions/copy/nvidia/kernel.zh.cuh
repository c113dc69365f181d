#pragma once
#include <stdint.h>

// 对 i = 0 … n-1，令 dst[i] = src[i]。
//
// 网格跨步循环：网格的线程可能比元素少。每个线程从自己在整个网格中的编号开始，每次前进网格的线程总数，
// 所以任何 n、任何启动方式都适用。
namespace oprt::copy::nvidia {

template <typename T>
__global__ void copy_contiguous_kernel(T *dst, const T *src, int64_t n) {
    // 先转换为 int64_t：n 很大时，两个 32 位数的乘积会溢出。
    int64_t first = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    int64_t stride = static_cast<int64_t>(gridDim.x) * blockDim.x;
    for (int64_t i = first; i < n; i += stride) {
        dst[i] = src[i];
    }
}

}  // namespace oprt::copy::nvidia
