// cp.async brings four bytes to shared memory in the background; each thread waits for its own.
#pragma once
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <stdint.h>

namespace oprt::copy::nvidia {

template <typename T>
__global__ void copy_contiguous_kernel(T *dst, const T *src, int64_t n) {
    __shared__ uint32_t stage[256];
    int64_t n_words = n * static_cast<int64_t>(sizeof(T)) / 4;
    const uint32_t *from = reinterpret_cast<const uint32_t *>(src);
    uint32_t *to = reinterpret_cast<uint32_t *>(dst);
    int64_t first = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    int64_t stride = static_cast<int64_t>(gridDim.x) * blockDim.x;
    for (int64_t i = first; i < n_words; i += stride) {
        __pipeline_memcpy_async(&stage[threadIdx.x], &from[i], 4);
        __pipeline_commit();
        __pipeline_wait_prior(0);
        to[i] = stage[threadIdx.x];
    }
    int64_t done = n_words * 4 / static_cast<int64_t>(sizeof(T));
    if (first < n - done) {
        dst[done + first] = src[done + first];
    }
}

}  // namespace oprt::copy::nvidia
