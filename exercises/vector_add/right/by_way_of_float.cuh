// half is added in float and rounded back.
#pragma once
#include <cuda_fp16.h>
#include <stdint.h>

namespace oprt::vector_add::nvidia {

template <typename T>
struct Convert;

template <>
struct Convert<float> {
    __device__ static float up(float x) { return x; }
    __device__ static float down(float x) { return x; }
};

template <>
struct Convert<half> {
    __device__ static float up(half x) { return __half2float(x); }
    __device__ static half down(float x) { return __float2half_rn(x); }
};

template <typename T>
__global__ void vector_add_contiguous_kernel(T *__restrict__ out, const T *__restrict__ a, const T *__restrict__ b,
                                             int64_t n) {
    using C = Convert<T>;
    int64_t step = static_cast<int64_t>(gridDim.x) * blockDim.x;
    for (int64_t i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < n; i += step) {
        out[i] = C::down(C::up(a[i]) + C::up(b[i]));
    }
}

}  // namespace oprt::vector_add::nvidia
