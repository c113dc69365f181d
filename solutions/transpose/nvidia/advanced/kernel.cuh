#pragma once
#include <stdint.h>

// out[col][row] = in[row][col]: the transpose of a rows × cols matrix stored row by row, for speed.
//
// The plain solution loads and stores one element of 2 or 4 bytes at a time. Where rows and columns are multiples of what
// fits into 16 bytes (4 floats, 8 halves), launch.toml chooses transpose_packs_kernel: each thread moves a small square of
// whole packs, and turns it in its registers. All other matrices go through a tile in shared memory, as in the plain
// solution; the tile is larger, so that more bytes are under way and a row of halves fills more than two sectors.
namespace oprt::transpose::nvidia {

constexpr int TILE = 64;       // Rows and columns of a tile in shared memory.
constexpr int BLOCK_COLS = 32;
constexpr int BLOCK_ROWS = 8;  // A block has 32 × 8 threads.

// Any matrix, any block of 32 × 8 threads for each tile of 64 × 64.
template <typename T>
__global__ void transpose_kernel(T *out, const T *in, int64_t rows, int64_t cols) {
    // One unused column: the elements of a column lie in 32 different banks.
    __shared__ T tile[TILE][TILE + 1];
    int64_t first_row = static_cast<int64_t>(blockIdx.y) * TILE;
    int64_t first_col = static_cast<int64_t>(blockIdx.x) * TILE;

    // All loads of a thread are independent, and unrolled they are all under way before the first value is needed.
#pragma unroll
    for (int r = 0; r < TILE; r += BLOCK_ROWS) {
#pragma unroll
        for (int c = 0; c < TILE; c += BLOCK_COLS) {
            int64_t row = first_row + r + threadIdx.y;
            int64_t col = first_col + c + threadIdx.x;
            if (row < rows && col < cols) {
                tile[r + threadIdx.y][c + threadIdx.x] = in[row * cols + col];
            }
        }
    }
    __syncthreads();
#pragma unroll
    for (int r = 0; r < TILE; r += BLOCK_ROWS) {
#pragma unroll
        for (int c = 0; c < TILE; c += BLOCK_COLS) {
            int64_t row = first_col + r + threadIdx.y;  // Of `out`, which has `cols` rows.
            int64_t col = first_row + c + threadIdx.x;
            if (row < cols && col < rows) {
                out[row * rows + col] = tile[c + threadIdx.x][r + threadIdx.y];
            }
        }
    }
}

// 16 bytes, the most that one load or store can move.
template <typename T>
struct alignas(16) Pack {
    static constexpr int SIZE = 16 / sizeof(T);
    T value[SIZE];
};

// A load or store of 16 bytes needs an address that 16 divides.
__device__ bool is_aligned(const void *address) {
    return reinterpret_cast<uintptr_t>(address) % 16 == 0;
}

// Rows and columns are multiples of Pack<T>::SIZE. A block has 8 × 32 threads and takes 8 packs from left to right, 32 squares
// from top to bottom.
//
// A warp is 8 × 4 threads, each with a square. So it loads 8 packs side by side, 128 bytes of a row, and stores 4 side by
// side, 64 bytes: whole sectors both times, without shared memory and without a barrier.
template <typename T>
__global__ void transpose_packs_kernel(T *out, const T *in, int64_t rows, int64_t cols) {
    constexpr int SIZE = Pack<T>::SIZE;
    int64_t col = (static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x) * SIZE;
    int64_t row = (static_cast<int64_t>(blockIdx.y) * blockDim.y + threadIdx.y) * SIZE;
    if (row >= rows || col >= cols) {
        return;
    }
    const T *from = in + row * cols + col;
    T *to = out + col * rows + row;
    // launch.toml knows the sizes, and not where the matrices begin. If need be, packs are put together.
    bool aligned = is_aligned(in) && is_aligned(out);

    // The square: pack r is row r of it. All loops are unrolled, so the arrays become registers.
    Pack<T> loaded[SIZE];
#pragma unroll
    for (int r = 0; r < SIZE; r++) {
        if (aligned) {
            loaded[r] = *reinterpret_cast<const Pack<T> *>(from + r * cols);
        } else {
#pragma unroll
            for (int c = 0; c < SIZE; c++) {
                loaded[r].value[c] = from[r * cols + c];
            }
        }
    }

#pragma unroll
    for (int c = 0; c < SIZE; c++) {
        Pack<T> turned;  // Column c of the square is a row of `out`.
#pragma unroll
        for (int r = 0; r < SIZE; r++) {
            turned.value[r] = loaded[r].value[c];
        }
        if (aligned) {
            *reinterpret_cast<Pack<T> *>(to + c * rows) = turned;
        } else {
#pragma unroll
            for (int r = 0; r < SIZE; r++) {
                to[c * rows + r] = turned.value[r];
            }
        }
    }
}

}  // namespace oprt::transpose::nvidia
