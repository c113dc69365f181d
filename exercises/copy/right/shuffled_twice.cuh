// Each warp takes 32 elements; lanes pass them on and back. Lanes without an element keep taking part.
#pragma once
#include <cuda_fp16.h>
#include <stdint.h>

namespace oprt::copy::nvidia {

template <typename T>
__global__ void copy_contiguous_kernel(T *dst, const T *src, int64_t n) {
    int64_t stride = static_cast<int64_t>(gridDim.x) * blockDim.x;
    int lane = threadIdx.x % 32;
    int64_t base = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x - lane;
    for (; base < n; base += stride) {  // The same for all lanes of a warp.
        T value = base + lane < n ? src[base + lane] : T(0.0f);
        value = __shfl_sync(0xffffffffu, value, 31 - lane);
        value = __shfl_sync(0xffffffffu, value, 31 - lane);
        if (base + lane < n) {
            dst[base + lane] = value;
        }
    }
}

}  // namespace oprt::copy::nvidia
