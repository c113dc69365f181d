// No shared memory: a warp turns 32 × 32 elements by exchanging registers in five steps.
#pragma once
#include <cuda_fp16.h>
#include <stdint.h>

namespace oprt::transpose::nvidia {

template <typename T>
__global__ void transpose_kernel(T *out, const T *in, int64_t rows, int64_t cols) {
    // Of the eight warps, only the first works; lane l holds column l of the tile and ends with row l.
    if (threadIdx.y > 0) {
        return;
    }
    int64_t first_row = static_cast<int64_t>(blockIdx.y) * 32;
    int64_t first_col = static_cast<int64_t>(blockIdx.x) * 32;
    int lane = threadIdx.x;
    T kept[32];
#pragma unroll
    for (int r = 0; r < 32; ++r) {
        bool is_inside = first_row + r < rows && first_col + lane < cols;
        kept[r] = is_inside ? in[(first_row + r) * cols + first_col + lane] : T(0.0f);
    }
#pragma unroll
    for (int step = 16; step > 0; step /= 2) {
#pragma unroll
        for (int r = 0; r < 32; ++r) {
            if ((r & step) == 0) {
                // Lanes with this bit give the element from row r and get one for it, the others do so for row r + step.
                bool upper = (lane & step) != 0;
                T given = upper ? kept[r] : kept[r + step];
                T taken = __shfl_xor_sync(0xffffffffu, given, step);
                if (upper) {
                    kept[r] = taken;
                } else {
                    kept[r + step] = taken;
                }
            }
        }
    }
#pragma unroll
    for (int c = 0; c < 32; ++c) {
        if (first_col + c < cols && first_row + lane < rows) {
            out[(first_col + c) * rows + first_row + lane] = kept[c];
        }
    }
}

}  // namespace oprt::transpose::nvidia
