#pragma once
#include <stdint.h>

// out[col][row] = in[row][col]: the transpose of a rows × cols matrix stored row by row, for speed.
//
// The plain solution loads and stores one element of 2 or 4 bytes at a time. Where rows and columns are multiples of
// what fits into 16 bytes (4 floats, 8 halves), launch.toml chooses transpose_packs_kernel: each thread moves a small
// square of whole packs, and turns it in its registers. All other matrices go through a tile in shared memory, as in
// the plain solution; the tile is larger, so that more bytes are under way and a row of it has 128 bytes of halves.
namespace oprt::transpose::nvidia {

constexpr int TILE = 64;        // Rows and columns of a tile in shared memory.
constexpr int BLOCK_COLS = 32;
constexpr int BLOCK_ROWS = 8;   // A block has 32 × 8 threads.

// Any matrix, any block of 32 × 8 threads for each tile of 64 × 64.
template <typename T>
__global__ void transpose_kernel(T *out, const T *in, int64_t rows, int64_t cols) {
    // Unused columns of 4 bytes together, one float or two halves: so each row is moved by one bank, and the elements
    // of a column lie in different ones.
    __shared__ T tile[TILE][TILE + 4 / sizeof(T)];
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

// A load or store of 16 bytes, the most that one can move, needs an address that 16 divides.
__device__ bool is_aligned(const void *address) {
    return reinterpret_cast<uintptr_t>(address) % 16 == 0;
}

// 16 bytes at once where addresses allow it, else element by element. What the bits mean does not matter to a
// transpose: a word holds one float or two halves, the first one in its lower 16 bits.
template <bool ALIGNED, typename T>
__device__ uint4 load_pack(const T *from) {
    if constexpr (ALIGNED) {
        return *reinterpret_cast<const uint4 *>(from);
    } else {
        uint4 pack;
        T *parts = reinterpret_cast<T *>(&pack);
#pragma unroll
        for (int i = 0; i < 16 / sizeof(T); i++) {
            parts[i] = from[i];
        }
        return pack;
    }
}

template <bool ALIGNED, typename T>
__device__ void store_pack(T *to, uint4 pack) {
    if constexpr (ALIGNED) {
        // A “streaming” store: nobody reads `out` here, so its bytes need not stay in the cache. And it stays one store
        // of 16 bytes, where the compiler would take an ordinary one apart.
        __stcs(reinterpret_cast<uint4 *>(to), pack);
    } else {
        const T *parts = reinterpret_cast<const T *>(&pack);
#pragma unroll
        for (int i = 0; i < 16 / sizeof(T); i++) {
            to[i] = parts[i];
        }
    }
}

// Moves a square of 16 bytes in each direction. `cols` and `rows`: the lengths of a row where it comes from and where
// it goes.
template <bool ALIGNED, typename T>
__device__ void move_square(T *to, const T *from, int64_t rows, int64_t cols) {
    constexpr int SIZE = 16 / sizeof(T);
    // A pack for each of its rows, in words of 32 bits. All loops are unrolled, so the arrays become registers.
    unsigned int words[SIZE][4];
#pragma unroll
    for (int r = 0; r < SIZE; r++) {
        uint4 pack = load_pack<ALIGNED>(from + r * cols);
        words[r][0] = pack.x;
        words[r][1] = pack.y;
        words[r][2] = pack.z;
        words[r][3] = pack.w;
    }

    // Column c of the square becomes a row of it in `out`.
#pragma unroll
    for (int c = 0; c < SIZE; c++) {
        unsigned int turned[4];
#pragma unroll
        for (int w = 0; w < 4; w++) {
            if constexpr (sizeof(T) == 4) {
                turned[w] = words[w][c];
            } else {
                // Two rows have one half each to give: __byte_perm takes the lower or the upper two bytes of both words.
                turned[w] = __byte_perm(words[2 * w][c / 2], words[2 * w + 1][c / 2], c % 2 == 0 ? 0x5410 : 0x7632);
            }
        }
        store_pack<ALIGNED>(to + c * rows, make_uint4(turned[0], turned[1], turned[2], turned[3]));
    }
}

// Rows and columns are multiples of the elements in 16 bytes. A block has 8 × 32 threads: 8 squares from left to right,
// 32 from top to bottom.
//
// A warp is 8 × 4 threads, each with a square. So it loads 8 packs side by side, 128 bytes of a row, and stores 4 side
// by side, 64 bytes: whole sectors both times, without shared memory and without a barrier.
template <typename T>
__global__ void transpose_packs_kernel(T *out, const T *in, int64_t rows, int64_t cols) {
    constexpr int SIZE = 16 / sizeof(T);
    int64_t col = (static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x) * SIZE;
    int64_t row = (static_cast<int64_t>(blockIdx.y) * blockDim.y + threadIdx.y) * SIZE;
    if (row >= rows || col >= cols) {
        return;
    }
    const T *from = in + row * cols + col;
    T *to = out + col * rows + row;
    // launch.toml knows the sizes, and not where the matrices begin. If need be, packs are put together.
    if (is_aligned(in) && is_aligned(out)) {
        move_square<true>(to, from, rows, cols);
    } else {
        move_square<false>(to, from, rows, cols);
    }
}

}  // namespace oprt::transpose::nvidia
