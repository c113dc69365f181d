// The elements of a round in an order from a table.
#pragma once
#include <cuda_fp16.h>
#include <stdint.h>

namespace oprt::vector_add::nvidia {

namespace {
constexpr int order[8] = {3, 1, 4, 0, 5, 7, 2, 6};
}

template <typename T>
__global__ void vector_add_contiguous_kernel(T *__restrict__ out, const T *__restrict__ a, const T *__restrict__ b,
                                             int64_t n) {
    int64_t i8 = (static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x) * 8;
    int64_t stride = static_cast<int64_t>(gridDim.x) * blockDim.x * 8;
    for (; i8 < n; i8 += stride) {
        for (int k = 0; k < 8; ++k) {
            int64_t i = i8 + order[k];
            if (i < n) {
                out[i] = a[i] + b[i];
            }
        }
    }
}

}  // namespace oprt::vector_add::nvidia
