#pragma once
#include <stdint.h>

// 令 out[col][row] = in[row][col]：按行存放的 rows × cols 矩阵的转置，为速度而写。
//
// 普通的参考答案一次读写一个 2 或 4 字节的元素。如果行数和列数都是 16 字节所容纳的元素个数（4 个 float、8 个 half）的倍
// 数，launch.toml 就选择 transpose_packs_kernel：每个线程搬运由整个包组成的一小块正方形，在自己的寄存器里转置。其他矩阵
// 和普通的参考答案一样经过共享内存的数据块（tile）；数据块更大，途中的字节更多，half 的一行也有 128 字节。
namespace oprt::transpose::nvidia {

constexpr int TILE = 64;        // 共享内存中数据块的行数和列数。
constexpr int BLOCK_COLS = 32;
constexpr int BLOCK_ROWS = 8;   // 线程块有 32 × 8 个线程。

// 任意的矩阵，每个 64 × 64 的数据块一个 32 × 8 个线程的线程块。
template <typename T>
__global__ void transpose_kernel(T *out, const T *in, int64_t rows, int64_t cols) {
    // 不使用的列一共 4 字节，一个 float 或两个 half：这样每一行错开一个 bank，一列的元素就在不同的 bank 里。
    __shared__ T tile[TILE][TILE + 4 / sizeof(T)];
    int64_t first_row = static_cast<int64_t>(blockIdx.y) * TILE;
    int64_t first_col = static_cast<int64_t>(blockIdx.x) * TILE;

    // 一个线程的各次读取互不依赖；展开之后，在需要第一个值之前，它们就全都在途中了。
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
            int64_t row = first_col + r + threadIdx.y;  // `out` 的行，它有 `cols` 行。
            int64_t col = first_row + c + threadIdx.x;
            if (row < cols && col < rows) {
                out[row * rows + col] = tile[c + threadIdx.x][r + threadIdx.y];
            }
        }
    }
}

// 一次最多能读写 16 字节，地址必须是 16 的倍数。
__device__ bool is_aligned(const void *address) {
    return reinterpret_cast<uintptr_t>(address) % 16 == 0;
}

// 地址允许时一次 16 字节，否则逐个元素。这些位是什么含义与转置无关：一个字里是一个 float，或者两个 half，第一个在低 16
// 位。
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
        // “流式”写入：这里没有人读 `out`，它的字节不必留在缓存中。而且它始终是一次 16 字节的写入，普通的写入会被编译器
        // 拆开。
        __stcs(reinterpret_cast<uint4 *>(to), pack);
    } else {
        const T *parts = reinterpret_cast<const T *>(&pack);
#pragma unroll
        for (int i = 0; i < 16 / sizeof(T); i++) {
            to[i] = parts[i];
        }
    }
}

// 搬运一个两个方向都是 16 字节的正方形。`cols` 和 `rows`：来处和去处一行的长度。
template <bool ALIGNED, typename T>
__device__ void move_square(T *to, const T *from, int64_t rows, int64_t cols) {
    constexpr int SIZE = 16 / sizeof(T);
    // 每一行一个包，由 32 位的字组成。所有循环都展开，数组就成了寄存器。
    unsigned int words[SIZE][4];
#pragma unroll
    for (int r = 0; r < SIZE; r++) {
        uint4 pack = load_pack<ALIGNED>(from + r * cols);
        words[r][0] = pack.x;
        words[r][1] = pack.y;
        words[r][2] = pack.z;
        words[r][3] = pack.w;
    }

    // 正方形的第 c 列成为它在 `out` 中的一行。
#pragma unroll
    for (int c = 0; c < SIZE; c++) {
        unsigned int turned[4];
#pragma unroll
        for (int w = 0; w < 4; w++) {
            if constexpr (sizeof(T) == 4) {
                turned[w] = words[w][c];
            } else {
                // 两行各出一个 half：__byte_perm 取两个字的低两个或高两个字节。
                turned[w] = __byte_perm(words[2 * w][c / 2], words[2 * w + 1][c / 2], c % 2 == 0 ? 0x5410 : 0x7632);
            }
        }
        store_pack<ALIGNED>(to + c * rows, make_uint4(turned[0], turned[1], turned[2], turned[3]));
    }
}

// 行数和列数都是 16 字节中元素个数的倍数。线程块有 8 × 32 个线程：从左到右 8 个正方形，从上到下 32 个。
//
// 一个线程束是 8 × 4 个线程，每个线程一个正方形。所以它读入时 8 个包相邻，即一行的 128 字节，写出时 4 个相邻，即 64 字
// 节：两次都是完整的扇区，不用共享内存，也不用同步屏障。
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
    // launch.toml 知道大小，却不知道矩阵从哪里开始。必要时，包由单个元素拼成。
    if (is_aligned(in) && is_aligned(out)) {
        move_square<true>(to, from, rows, cols);
    } else {
        move_square<false>(to, from, rows, cols);
    }
}

}  // namespace oprt::transpose::nvidia
