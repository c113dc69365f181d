#pragma once
#include <stdint.h>

// 任务：对 i = 0 … n-1，令 dst[i] = src[i]，n 可以是任意大小。
//
// 两个数组都在全局内存中。网格的线程可能比元素少，所以每个线程只处理一个元素是不够的。
namespace oprt::copy::nvidia {

template <typename T>
__global__ void copy_contiguous_kernel(T *dst, const T *src, int64_t n) {
    // TODO 1：这个线程从哪个元素开始？blockIdx.x 是它所在线程块的编号，blockDim.x 是一个线程块的线程数，
    //         threadIdx.x 是它在线程块内的编号。
    // TODO 2：整个网格有多少个线程？gridDim.x 是线程块的个数。
    // TODO 3：复制这个元素，然后每次前进网格的线程总数，直到没有元素为止。
}

}  // namespace oprt::copy::nvidia
