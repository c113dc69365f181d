#pragma once
#include <cuda_fp16.h>
#include <mma.h>
#include <stdint.h>

// out = a × b，其中 a 是 m × k，b 是 k × n，out 是 m × n，都按行存放。
//
// 普通的参考答案每个乘积要读两次共享内存。这里，一个线程计算 out 的很多元素，它们留在它的寄存器中
// （matmul_registers_kernel）：有 8 × 8 个元素时，它从共享内存读 16 个数，得到 64 个乘积。half 使用张量核心，一个线程束用
// 一条指令完成 16 × 16 数据块的相乘（matmul_tensor_kernel）。由 launch.toml 按大小选择：小的乘积填不满大的数据块，使用
// 约定的核函数。
namespace oprt::matmul::nvidia {

// COUNT 个相邻的元素，地址允许时一次读写。
template <typename T, int COUNT>
struct alignas(COUNT * sizeof(T)) Pack {
    T at[COUNT];
};

// 包作为一个 16 或 8 字节的字，一条指令写出。
__device__ float4 as_word(Pack<float, 4> pack) {
    return make_float4(pack.at[0], pack.at[1], pack.at[2], pack.at[3]);
}
__device__ unsigned int as_word(half low, half high) {
    return __half_as_ushort(low) | static_cast<unsigned int>(__half_as_ushort(high)) << 16;
}
__device__ uint2 as_word(Pack<half, 4> pack) {
    return make_uint2(as_word(pack.at[0], pack.at[1]), as_word(pack.at[2], pack.at[3]));
}
__device__ uint4 as_word(Pack<half, 8> pack) {
    return make_uint4(as_word(pack.at[0], pack.at[1]), as_word(pack.at[2], pack.at[3]), as_word(pack.at[4], pack.at[5]),
                      as_word(pack.at[6], pack.at[7]));
}

// 矩阵的每一行是否都从可以放一个包的地址开始。
template <typename P, typename T>
__device__ bool rows_are_aligned(const T *matrix, int64_t cols) {
    return reinterpret_cast<uintptr_t>(matrix) % sizeof(P) == 0 && cols * sizeof(T) % sizeof(P) == 0;
}

// 矩阵中某个位置的包。超出矩阵的部分算作 0。
template <typename T, int COUNT>
__device__ Pack<T, COUNT> load_pack(const T *matrix, int64_t row, int64_t col, int64_t rows, int64_t cols, bool aligned) {
    if (aligned && row < rows && col + COUNT <= cols) {
        return *reinterpret_cast<const Pack<T, COUNT> *>(matrix + row * cols + col);
    }
    Pack<T, COUNT> pack;
#pragma unroll
    for (int i = 0; i < COUNT; ++i) {
        pack.at[i] = row < rows && col + i < cols ? matrix[row * cols + col + i] : T(0.0f);
    }
    return pack;
}

// 任意大小：每个线程一个元素。
template <typename T>
__global__ void matmul_tiled_kernel(T *out, const T *a, const T *b, int64_t m, int64_t n, int64_t k) {
    constexpr int TILE = 16;
    __shared__ T a_tile[TILE][TILE];
    __shared__ T b_tile[TILE][TILE];
    int64_t row = static_cast<int64_t>(blockIdx.y) * TILE + threadIdx.y;
    int64_t col = static_cast<int64_t>(blockIdx.x) * TILE + threadIdx.x;

    float sum = 0.0f;
    for (int64_t first = 0; first < k; first += TILE) {
        int64_t a_col = first + threadIdx.x;
        int64_t b_row = first + threadIdx.y;
        a_tile[threadIdx.y][threadIdx.x] = row < m && a_col < k ? a[row * k + a_col] : T(0.0f);
        b_tile[threadIdx.y][threadIdx.x] = b_row < k && col < n ? b[b_row * n + col] : T(0.0f);
        __syncthreads();
#pragma unroll
        for (int p = 0; p < TILE; ++p) {
            sum += static_cast<float>(a_tile[threadIdx.y][p]) * static_cast<float>(b_tile[p][threadIdx.x]);
        }
        __syncthreads();
    }
    if (row < m && col < n) {
        out[row * n + col] = static_cast<T>(sum);
    }
}

// 一个线程块计算 out 的 SIZE × SIZE 个元素，它的 16 × 16 个线程各计算 OWN × OWN 个。OWN 是 4 的倍数。
template <typename T, int SIZE, int OWN>
__global__ void __launch_bounds__(256)
    matmul_registers_kernel(T *out, const T *a, const T *b, int64_t m, int64_t n, int64_t k) {
    constexpr int THREADS = 256;
    constexpr int DEPTH = 16;  // 两个同步屏障之间的乘积数。
    constexpr int PACKS = SIZE * DEPTH / 4 / THREADS;
    static_assert(SIZE == 16 * OWN && PACKS * 4 * THREADS == SIZE * DEPTH);

    // a 的数据块是横放的，这样一个线程同时需要的元素彼此相邻。有了 4 个不用的列，写入时同一个 bank 只有两个通道在等，而
    // 不是四个。
    __shared__ alignas(16) float a_tile[DEPTH][SIZE + 4];
    __shared__ alignas(16) float b_tile[DEPTH][SIZE];

    int thread = threadIdx.x;
    int64_t top = static_cast<int64_t>(blockIdx.y) * SIZE;
    int64_t left = static_cast<int64_t>(blockIdx.x) * SIZE;
    bool a_aligned = rows_are_aligned<Pack<T, 4>>(a, k);
    bool b_aligned = rows_are_aligned<Pack<T, 4>>(b, n);

    // 数据块相乘的时候，下一批包已经在来寄存器的路上。
    Pack<T, 4> next_a[PACKS], next_b[PACKS];
    auto load = [&](int64_t first) {
#pragma unroll
        for (int i = 0; i < PACKS; ++i) {
            int pack = thread + i * THREADS;
            next_a[i] = load_pack<T, 4>(a, top + pack / (DEPTH / 4), first + pack % (DEPTH / 4) * 4, m, k, a_aligned);
            next_b[i] = load_pack<T, 4>(b, first + pack / (SIZE / 4), left + pack % (SIZE / 4) * 4, k, n, b_aligned);
        }
    };

    // 一个线程的元素 4 个相邻的为一组，组与组相隔 64：这样相邻的线程读取共享内存中相邻的包。
    int y = thread / 16 * 4;
    int x = thread % 16 * 4;
    float sums[OWN][OWN] = {};

    load(0);
    for (int64_t first = 0; first < k; first += DEPTH) {
#pragma unroll
        for (int i = 0; i < PACKS; ++i) {
            int pack = thread + i * THREADS;
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                a_tile[pack % (DEPTH / 4) * 4 + j][pack / (DEPTH / 4)] = static_cast<float>(next_a[i].at[j]);
                b_tile[pack / (SIZE / 4)][pack % (SIZE / 4) * 4 + j] = static_cast<float>(next_b[i].at[j]);
            }
        }
        __syncthreads();
        load(first + DEPTH);

#pragma unroll
        for (int p = 0; p < DEPTH; ++p) {
            Pack<float, 4> a_own[OWN / 4], b_own[OWN / 4];
#pragma unroll
            for (int group = 0; group < OWN / 4; ++group) {
                a_own[group] = *reinterpret_cast<const Pack<float, 4> *>(&a_tile[p][64 * group + y]);
                b_own[group] = *reinterpret_cast<const Pack<float, 4> *>(&b_tile[p][64 * group + x]);
            }
            // 所有循环都展开，数组就成了寄存器。
#pragma unroll
            for (int i = 0; i < OWN; ++i) {
#pragma unroll
                for (int j = 0; j < OWN; ++j) {
                    sums[i][j] += a_own[i / 4].at[i % 4] * b_own[j / 4].at[j % 4];
                }
            }
        }
        __syncthreads();
    }

    // 整个数据块都在 out 之内时，一次写出 4 个元素；否则逐个写。__stcs 总是一条指令，编译器不会拆开它，
    // 并且告诉缓存：这些元素不会再用到。
    bool is_whole = top + SIZE <= m && left + SIZE <= n;
    if (is_whole && rows_are_aligned<Pack<T, 4>>(out, n)) {
#pragma unroll
        for (int i = 0; i < OWN; ++i) {
            T *row = out + (top + i / 4 * 64 + y + i % 4) * n + left + x;
#pragma unroll
            for (int j = 0; j < OWN; j += 4) {
                Pack<T, 4> pack = {static_cast<T>(sums[i][j]), static_cast<T>(sums[i][j + 1]),
                                   static_cast<T>(sums[i][j + 2]), static_cast<T>(sums[i][j + 3])};
                auto word = as_word(pack);
                __stcs(reinterpret_cast<decltype(word) *>(row + j / 4 * 64), word);
            }
        }
        return;
    }
#pragma unroll
    for (int i = 0; i < OWN; ++i) {
#pragma unroll
        for (int j = 0; j < OWN; ++j) {
            int64_t row = top + i / 4 * 64 + y + i % 4;
            int64_t col = left + j / 4 * 64 + x + j % 4;
            if (row < m && col < n) {
                out[row * n + col] = static_cast<T>(sums[i][j]);
            }
        }
    }
}

// 一个线程块在张量核心上计算 out 的 SIZE × SIZE 个元素，每个线程束 HIGH × WIDE 个。和是 float。
template <int SIZE, int HIGH, int WIDE>
__global__ void __launch_bounds__(SIZE / HIGH * (SIZE / WIDE) * 32)
    matmul_tensor_kernel(half *out, const half *a, const half *b, int64_t m, int64_t n, int64_t k) {
    using namespace nvcuda;
    constexpr int WARPS = SIZE / HIGH * (SIZE / WIDE);
    constexpr int THREADS = 32 * WARPS;
    constexpr int DEPTH = 32;  // 两个同步屏障之间的乘积数。
    constexpr int PACKS = SIZE * DEPTH / 8 / THREADS;
    static_assert(PACKS * 8 * THREADS == SIZE * DEPTH);

    // 8 个不用的列：一个线程束同时载入的各行从不同的 bank 开始。
    __shared__ alignas(32) half a_tile[SIZE][DEPTH + 8];
    __shared__ alignas(32) half b_tile[DEPTH][SIZE + 8];
    __shared__ alignas(32) float finished[WARPS][16][16 + 4];

    int thread = threadIdx.x;
    int warp = thread / 32;
    int lane = thread % 32;
    int warp_top = warp / (SIZE / WIDE) * HIGH;
    int warp_left = warp % (SIZE / WIDE) * WIDE;
    int64_t top = static_cast<int64_t>(blockIdx.y) * SIZE;
    int64_t left = static_cast<int64_t>(blockIdx.x) * SIZE;
    bool a_aligned = rows_are_aligned<Pack<half, 8>>(a, k);
    bool b_aligned = rows_are_aligned<Pack<half, 8>>(b, n);

    Pack<half, 8> next_a[PACKS], next_b[PACKS];
    auto load = [&](int64_t first) {
#pragma unroll
        for (int i = 0; i < PACKS; ++i) {
            int pack = thread + i * THREADS;
            next_a[i] = load_pack<half, 8>(a, top + pack / (DEPTH / 8), first + pack % (DEPTH / 8) * 8, m, k, a_aligned);
            next_b[i] = load_pack<half, 8>(b, first + pack / (SIZE / 8), left + pack % (SIZE / 8) * 8, k, n, b_aligned);
        }
    };

    // 一个 fragment 是由线程束的 32 个通道共同保存的 16 × 16 数据块。
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums[HIGH / 16][WIDE / 16];
#pragma unroll
    for (int i = 0; i < HIGH / 16; ++i) {
#pragma unroll
        for (int j = 0; j < WIDE / 16; ++j) {
            wmma::fill_fragment(sums[i][j], 0.0f);
        }
    }

    load(0);
    for (int64_t first = 0; first < k; first += DEPTH) {
#pragma unroll
        for (int i = 0; i < PACKS; ++i) {
            int pack = thread + i * THREADS;
            *reinterpret_cast<Pack<half, 8> *>(&a_tile[pack / (DEPTH / 8)][pack % (DEPTH / 8) * 8]) = next_a[i];
            *reinterpret_cast<Pack<half, 8> *>(&b_tile[pack / (SIZE / 8)][pack % (SIZE / 8) * 8]) = next_b[i];
        }
        __syncthreads();
        load(first + DEPTH);

#pragma unroll
        for (int p = 0; p < DEPTH; p += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a_own[HIGH / 16];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b_own[WIDE / 16];
#pragma unroll
            for (int i = 0; i < HIGH / 16; ++i) {
                wmma::load_matrix_sync(a_own[i], &a_tile[warp_top + 16 * i][p], DEPTH + 8);
            }
#pragma unroll
            for (int j = 0; j < WIDE / 16; ++j) {
                wmma::load_matrix_sync(b_own[j], &b_tile[p][warp_left + 16 * j], SIZE + 8);
            }
#pragma unroll
            for (int i = 0; i < HIGH / 16; ++i) {
#pragma unroll
                for (int j = 0; j < WIDE / 16; ++j) {
                    wmma::mma_sync(sums[i][j], a_own[i], b_own[j], sums[i][j]);
                }
            }
        }
        __syncthreads();
    }

    // 哪个通道保存哪个元素由硬件决定，所以和经过共享内存写到 out。
    bool is_whole = top + SIZE <= m && left + SIZE <= n;
    bool in_packs = is_whole && rows_are_aligned<Pack<half, 8>>(out, n);
#pragma unroll
    for (int i = 0; i < HIGH / 16; ++i) {
#pragma unroll
        for (int j = 0; j < WIDE / 16; ++j) {
            wmma::store_matrix_sync(&finished[warp][0][0], sums[i][j], 16 + 4, wmma::mem_row_major);
            __syncwarp();
            int64_t row = top + warp_top + 16 * i;
            int64_t col = left + warp_left + 16 * j;
            if (in_packs) {
                const float4 *own = reinterpret_cast<const float4 *>(&finished[warp][lane / 2][lane % 2 * 8]);
                float4 u = own[0], v = own[1];
                Pack<half, 8> pack = {__float2half(u.x), __float2half(u.y), __float2half(u.z), __float2half(u.w),
                                      __float2half(v.x), __float2half(v.y), __float2half(v.z), __float2half(v.w)};
                __stcs(reinterpret_cast<uint4 *>(out + (row + lane / 2) * n + col + lane % 2 * 8), as_word(pack));
            } else {
#pragma unroll
                for (int e = lane; e < 16 * 16; e += 32) {
                    if (row + e / 16 < m && col + e % 16 < n) {
                        out[(row + e / 16) * n + col + e % 16] = __float2half(finished[warp][e / 16][e % 16]);
                    }
                }
            }
            __syncwarp();  // 每个通道都读过之后，才存入下一个 fragment。
        }
    }
}

}  // namespace oprt::matmul::nvidia
