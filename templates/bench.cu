// camp's own kernels for benchmarks: they make the inputs where these are used, flush the cache, and compare outputs with
// the reference, so that gigabytes need not leave the GPU. Read as they are, without Tera; `grader/judge/src/bench/` calls
// them, and its tests run them on the virtual GPU.
//
// Each works with any grid and any block of whole warps.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <stdint.h>

namespace camp_bench {

__device__ inline uint64_t first() { return static_cast<uint64_t>(blockIdx.x) * blockDim.x + threadIdx.x; }
__device__ inline uint64_t stride() { return static_cast<uint64_t>(gridDim.x) * blockDim.x; }

// SplitMix64, by counter: the numbers are those of `exercise/src/fill.rs`.
constexpr uint64_t GOLDEN = 0x9E3779B97F4A7C15ull;

__device__ inline uint64_t mix(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
}

__device__ inline uint64_t bits(uint64_t key, uint64_t i) { return mix(key + i * GOLDEN); }

// The element nearest to x, rounded once.
template <typename T> __device__ inline T rounded(double x) { return static_cast<T>(x); }
template <> __device__ inline half rounded<half>(double x) { return __double2half(x); }
template <> __device__ inline __nv_bfloat16 rounded<__nv_bfloat16>(double x) { return __double2bfloat16(x); }

template <typename T> __device__ inline double value(T x) { return static_cast<double>(x); }
template <> __device__ inline double value<half>(half x) { return static_cast<double>(__half2float(x)); }
template <> __device__ inline double value<__nv_bfloat16>(__nv_bfloat16 x) {
    return static_cast<double>(__bfloat162float(x));
}

// Bell-shaped around 0 with deviation 1: sixteen 16-bit numbers, added.
template <typename T> __global__ void fill_normal(T *p, uint64_t n, uint64_t key) {
    for (uint64_t i = first(); i < n; i += stride()) {
        uint64_t sum = 0;
        for (uint64_t part = 0; part < 4; ++part) {
            uint64_t b = bits(key, 4 * i + part);
            sum += (b & 0xffff) + (b >> 16 & 0xffff) + (b >> 32 & 0xffff) + (b >> 48);
        }
        p[i] = rounded<T>(__ddiv_rn(static_cast<double>(sum) - 16.0 * 65535.0 / 2.0, 75674.4548935));
    }
}

// Evenly from lo to lo + width.
template <typename T> __global__ void fill_uniform(T *p, uint64_t n, uint64_t key, double lo, double width) {
    for (uint64_t i = first(); i < n; i += stride()) {
        double unit = __dmul_rn(static_cast<double>(bits(key, i) >> 11), 1.0 / 9007199254740992.0);
        p[i] = rounded<T>(__dadd_rn(lo, __dmul_rn(width, unit)));
    }
}

// Reads n pieces, so that the cache holds nothing else afterwards. What it writes, it never writes.
__global__ void flush(const uint4 *p, uint64_t n, uint32_t *never) {
    uint32_t all = 0;
    for (uint64_t i = first(); i < n; i += stride()) {
        uint4 piece = p[i];
        all |= piece.x | piece.y | piece.z | piece.w;
    }
    if (all != 0) {
        *never = all;  // The memory holds zeros, which the compiler cannot know.
    }
}

// A number that depends on every element and its place. Sums of whole numbers do not depend on the order.
template <typename U> __global__ void digest(const U *p, uint64_t n, unsigned long long *sum) {
    uint64_t own = 0;
    for (uint64_t i = first(); i < n; i += stride()) {
        own += mix(static_cast<uint64_t>(p[i]) + (i + 1) * GOLDEN);
    }
    if (own != 0) {
        atomicAdd(sum, static_cast<unsigned long long>(own));
    }
}

// What an output may be: `exercise/src/tolerance.rs`, Allowance::accepts.
template <typename T>
__device__ inline bool accepts(double got, double want, double size, bool exact, double relative, double by_size,
                               double absolute) {
    if (isnan(got) || isnan(want)) {
        return isnan(got) && isnan(want);
    }
    double nearest = value(rounded<T>(want));
    if (exact) {
        return __double_as_longlong(got) == __double_as_longlong(nearest);
    }
    if (isinf(got) || isinf(nearest)) {
        return got == nearest;
    }
    return fabs(got - want) <= relative * fabs(want) + by_size * size + absolute;
}

// Compares an output with the reference. found[0]: how many elements are wrong; found[1]: the first of them, and must hold
// the largest number before. size: of the terms behind each element, where by_size is not 0.
template <typename T>
__global__ void check(const T *got, const double *want, const double *size, uint64_t n, uint32_t exact, double relative,
                      double by_size, double absolute, unsigned long long *found) {
    unsigned long long count = 0;
    unsigned long long earliest = ~0ull;
    for (uint64_t i = first(); i < n; i += stride()) {
        double terms = by_size != 0.0 ? size[i] : 0.0;
        if (!accepts<T>(value(got[i]), want[i], terms, exact != 0, relative, by_size, absolute)) {
            ++count;
            earliest = i < earliest ? i : earliest;
        }
    }
    if (count > 0) {
        atomicAdd(&found[0], count);
        atomicMin(&found[1], earliest);
    }
}

// Compares the sum of each row with 1, where the reference's is 1: a warp for each row. found: as for check, with rows.
template <typename T>
__global__ void check_sums(const T *got, const double *want, uint64_t rows, uint64_t cols, double allowed,
                           unsigned long long *found) {
    uint32_t lane = threadIdx.x % 32;
    for (uint64_t row = first() / 32; row < rows; row += stride() / 32) {
        double sum = 0.0;
        double right = 0.0;
        for (uint64_t col = lane; col < cols; col += 32) {
            sum += value(got[row * cols + col]);
            right += want[row * cols + col];
        }
        for (int apart = 16; apart > 0; apart /= 2) {
            sum += __shfl_xor_sync(0xffffffffu, sum, apart);
            right += __shfl_xor_sync(0xffffffffu, right, apart);
        }
        if (lane == 0 && fabs(right - 1.0) < 1e-9 && fabs(sum - 1.0) > allowed) {
            atomicAdd(&found[0], 1ull);
            atomicMin(&found[1], static_cast<unsigned long long>(row));
        }
    }
}

}  // namespace camp_bench
