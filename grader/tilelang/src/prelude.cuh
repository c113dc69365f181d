// What kernels that TileLang lowers for elementwise work and reductions need, in place of its headers, which include all of
// CUTLASS and take seconds to compile. It means what they mean: `judge/tests/prelude.rs` compares the PTX. Kernels that need
// more are compiled with those.
#include <assert.h>
#include <cuda_fp16.h>
#include <stdint.h>
#include <stdio.h>
#define CUDART_INF_F __int_as_float(0x7f800000)
#define CUDART_NAN_F __int_as_float(0x7fffffff)
#define TL_DEVICE __forceinline__ __device__
#define uint unsigned int
#define uchar unsigned char
#define ushort unsigned short
typedef __half half_t;

// Two halves in one word.
TL_DEVICE unsigned __pack_half2(half_t x, half_t y) {
    return unsigned(__half_as_ushort(y)) << 16 | __half_as_ushort(x);
}

template <typename T, typename U> TL_DEVICE void AtomicAdd(T *address, U value, int = 0) { atomicAdd(address, T(value)); }
template <typename T, typename U> TL_DEVICE T AtomicAddRet(T *address, U value, int = 0) {
    return atomicAdd(address, T(value));
}
TL_DEVICE void device_assert(bool holds) { assert(holds); }
TL_DEVICE void device_assert_with_msg(bool holds, const char *message) {
    if (!holds) {
        printf("Device assert failed: %s\n", message);
        assert(0);
    }
}

namespace tl {

TL_DEVICE void __sync_thread_partial(int barrier = 0, int n_threads = 0) {
    asm volatile("bar.sync %0, %1;" : : "r"(barrier), "r"(n_threads));
}

template <typename T> TL_DEVICE T from_uint1(uint1 word) { return *reinterpret_cast<T *>(&word); }
template <typename T> TL_DEVICE uint1 to_uint1(T value) { return *reinterpret_cast<uint1 *>(&value); }
TL_DEVICE __half2 add2(__half2 a, __half2 b) { return __hadd2(a, b); }
TL_DEVICE __half2 sub2(__half2 a, __half2 b) { return __hsub2(a, b); }
TL_DEVICE __half2 mul2(__half2 a, __half2 b) { return __hmul2(a, b); }

struct SumOp {
    template <typename T> TL_DEVICE T operator()(T a, T b) { return a + b; }
};
struct MaxOp {
    template <typename T> TL_DEVICE T operator()(T a, T b) { return max(a, b); }
    TL_DEVICE half_t operator()(half_t a, half_t b) { return __hmax(a, b); }
};
struct MinOp {
    template <typename T> TL_DEVICE T operator()(T a, T b) { return min(a, b); }
    TL_DEVICE half_t operator()(half_t a, half_t b) { return __hmin(a, b); }
};

struct SyncThreadsBarrier {
    template <int phase = 0> static TL_DEVICE void sync() { __syncthreads(); }
};
template <int threads> struct NamedBarrier {
    template <int phase = 1> static TL_DEVICE void sync() {
        asm volatile("bar.sync %0, %1;" : : "r"(phase), "r"(threads));
    }
};

// Brings together the values of `threads / scale` threads that lie `scale` apart: between warps through shared memory, within
// one by shuffles.
template <class Op, int threads, int scale, int first = 0, class Barrier = SyncThreadsBarrier, int n_values = 1, int stride = 0>
struct AllReduce {
    template <typename T> static TL_DEVICE T run(T value, T *shared = nullptr) {
        constexpr int apart = threads / 2;
        if constexpr (threads == scale) {
            return value;
        } else {
            if constexpr (apart >= 32) {
                int thread = threadIdx.x - first;
                Barrier::template sync<1>();
                shared[thread] = value;
                Barrier::template sync<2>();
                value = Op()(value, shared[thread ^ apart]);
            } else {
                value = Op()(value, __shfl_xor_sync(0xffffffffu, value, apart));
            }
            return AllReduce<Op, apart, scale, first, Barrier>::run(value, shared);
        }
    }

    template <typename T> static TL_DEVICE void run_batch(T *values, T *shared = nullptr) {
        constexpr int apart = threads / 2;
        if constexpr (threads != scale) {
            if constexpr (apart >= 32) {
                int thread = threadIdx.x - first;
                Barrier::template sync<1>();
#pragma unroll
                for (int i = 0; i < n_values; i++) shared[thread + i * stride] = values[i];
                Barrier::template sync<2>();
#pragma unroll
                for (int i = 0; i < n_values; i++) values[i] = Op()(values[i], shared[(thread ^ apart) + i * stride]);
            } else {
#pragma unroll
                for (int i = 0; i < n_values; i++)
                    values[i] = Op()(values[i], __shfl_xor_sync(0xffffffffu, values[i], apart));
            }
            AllReduce<Op, apart, scale, first, Barrier, n_values, stride>::run_batch(values, shared);
        }
    }
};

template <typename T, typename Op> TL_DEVICE T warp_reduce(T value, Op op) {
#pragma unroll
    for (int apart = 16; apart > 0; apart /= 2) value = op(value, __shfl_xor_sync(0xffffffffu, value, apart));
    return value;
}
template <typename T> TL_DEVICE T warp_reduce_sum(T value) { return warp_reduce(value, SumOp()); }
template <typename T> TL_DEVICE T warp_reduce_max(T value) { return warp_reduce(value, MaxOp()); }
template <typename T> TL_DEVICE T warp_reduce_min(T value) { return warp_reduce(value, MinOp()); }

} // namespace tl
