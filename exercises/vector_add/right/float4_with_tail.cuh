// Sixteen bytes of each input at a time, the rest one by one.
#pragma once
#include <cuda_fp16.h>
#include <stdint.h>

namespace oprt::vector_add::nvidia {

template <typename T>
struct alignas(16) Pack {
    static constexpr int size = 16 / sizeof(T);
    T value[size];
};

template <typename T>
__global__ void vector_add_contiguous_kernel(T *__restrict__ out, const T *__restrict__ a, const T *__restrict__ b,
                                             int64_t n) {
    int64_t first = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    int64_t stride = static_cast<int64_t>(gridDim.x) * blockDim.x;
    constexpr int size = Pack<T>::size;
    int64_t n_packs = n / size;
    for (int64_t i = first; i < n_packs; i += stride) {
        Pack<T> x = reinterpret_cast<const Pack<T> *>(a)[i];
        Pack<T> y = reinterpret_cast<const Pack<T> *>(b)[i];
#pragma unroll
        for (int k = 0; k < size; ++k) {
            x.value[k] = x.value[k] + y.value[k];
        }
        reinterpret_cast<Pack<T> *>(out)[i] = x;
    }
    for (int64_t i = n_packs * size + first; i < n; i += stride) {
        out[i] = a[i] + b[i];
    }
}

}  // namespace oprt::vector_add::nvidia
