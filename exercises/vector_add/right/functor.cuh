// What to do with two elements is a type.
#pragma once
#include <cuda_fp16.h>
#include <stdint.h>

namespace oprt::vector_add::nvidia {

struct Plus {
    template <typename T>
    __device__ T operator()(T x, T y) const {
        return x + y;
    }
};

template <typename Op, typename T>
__device__ void zip(T *out, const T *a, const T *b, int64_t n, Op op) {
    int64_t i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    while (i < n) {
        out[i] = op(a[i], b[i]);
        i += static_cast<int64_t>(gridDim.x) * blockDim.x;
    }
}

template <typename T>
__global__ void vector_add_contiguous_kernel(T *__restrict__ out, const T *__restrict__ a, const T *__restrict__ b,
                                             int64_t n) {
    zip(out, a, b, n, Plus{});
}

}  // namespace oprt::vector_add::nvidia
