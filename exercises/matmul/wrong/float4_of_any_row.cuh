//@ expect: misaligned-access
//@ says: is not aligned to 16 bytes
// Rows of a begin at any multiple of 4 bytes, a float4 needs one of 16.
#pragma once
#include <cuda_fp16.h>
#include <stdint.h>

namespace oprt::matmul::nvidia {

constexpr int TILE = 16;

template <typename T>
__global__ void matmul_tiled_kernel(T *out, const T *a, const T *b, int64_t m, int64_t n, int64_t k) {
    __shared__ T a_tile[TILE][TILE];
    __shared__ T b_tile[TILE][TILE];
    constexpr int PACK = 16 / sizeof(T);
    int64_t row = static_cast<int64_t>(blockIdx.y) * TILE + threadIdx.y;
    int64_t col = static_cast<int64_t>(blockIdx.x) * TILE + threadIdx.x;

    float sum = 0.0f;
    for (int64_t first = 0; first < k; first += TILE) {
        int64_t a_col = first + threadIdx.x * PACK;
        int64_t b_row = first + threadIdx.y;
        if (threadIdx.x < TILE / PACK) {
            float4 pack = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
            if (row < m && a_col + PACK <= k) {
                pack = *reinterpret_cast<const float4 *>(a + row * k + a_col);  //~ misaligned-access
            } else if (row < m) {
                for (int i = 0; i < PACK && a_col + i < k; ++i) {
                    reinterpret_cast<T *>(&pack)[i] = a[row * k + a_col + i];
                }
            }
            for (int i = 0; i < PACK; ++i) {
                a_tile[threadIdx.y][threadIdx.x * PACK + i] = reinterpret_cast<T *>(&pack)[i];
            }
        }
        b_tile[threadIdx.y][threadIdx.x] = b_row < k && col < n ? b[b_row * n + col] : T(0.0f);
        __syncthreads();
        for (int p = 0; p < TILE; ++p) {
            sum += static_cast<float>(a_tile[threadIdx.y][p]) * static_cast<float>(b_tile[p][threadIdx.x]);
        }
        __syncthreads();
    }
    if (row < m && col < n) {
        out[row * n + col] = static_cast<T>(sum);
    }
}

}  // namespace oprt::matmul::nvidia
