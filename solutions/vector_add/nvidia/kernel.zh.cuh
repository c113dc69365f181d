#pragma once
#include <cuda_fp16.h>
#include <stdint.h>

// 对 i = 0 … n-1，令 out[i] = a[i] + b[i]。
namespace oprt::vector_add::nvidia {

// 两个元素之和。对 half，cuda_fp16.h 的 + 只舍入一次，和 float 的一样。
template <typename T>
__device__ T add_values(T a, T b) {
    return a + b;
}

// __restrict__ 保证这些数组互不重叠：编译器因此可以把读取提前到写入之前。
template <typename T>
__global__ void vector_add_contiguous_kernel(T *__restrict__ out, const T *__restrict__ a, const T *__restrict__ b,
                                             int64_t n) {
    int64_t first = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    int64_t stride = static_cast<int64_t>(gridDim.x) * blockDim.x;
    for (int64_t i = first; i < n; i += stride) {
        out[i] = add_values(a[i], b[i]);
    }
}

}  // namespace oprt::vector_add::nvidia
