// What NVRTC knows without an include, declared for editors. clangd reads the kernels with this file in front; camp itself
// never does: whether a kernel compiles is for NVIDIA's compiler to say.
#ifndef CAMP_EDITOR_H
#define CAMP_EDITOR_H

// NVIDIA's headers ask these which compiler reads them.
#define __CUDACC__ 1
#define __CUDACC_RTC__ 1
#define __CUDACC_VER_MAJOR__ 13
#define __CUDACC_VER_MINOR__ 0
#define __CUDACC_VER_BUILD__ 0

#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __device__
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __align__(n)
#define __grid_constant__
#define __device_builtin__
#define __device_builtin_texture_type__
#define __device_builtin_surface_type__
#define __cudart_builtin__
#define CUDARTAPI
// clang's CUDA mode takes `__noinline__` itself for a keyword.
#define __restrict__ __restrict

typedef decltype(sizeof(0)) size_t;
typedef decltype((char *)0 - (char *)0) ptrdiff_t;
typedef long long clock_t;

// The two of the standard library that NVRTC brings along.
namespace std {
template <typename T> struct camp_plain { typedef T type; };
template <typename T> struct camp_plain<T &> { typedef T type; };
template <typename T> struct camp_plain<T &&> { typedef T type; };
template <typename T> __host__ __device__ constexpr T &&forward(typename camp_plain<T>::type &x) noexcept {
    return static_cast<T &&>(x);
}
template <typename T> __host__ __device__ constexpr T &&forward(typename camp_plain<T>::type &&x) noexcept {
    return static_cast<T &&>(x);
}
template <typename T> __host__ __device__ constexpr typename camp_plain<T>::type &&move(T &&x) noexcept {
    return static_cast<typename camp_plain<T>::type &&>(x);
}
}

// The vector types. `dim3` counts from 1, and has what a launch needs.
#define CAMP_VECTOR(scalar, name, align2, align4) \
    struct name##1 { scalar x; }; \
    struct __align__(align2) name##2 { scalar x, y; }; \
    struct name##3 { scalar x, y, z; }; \
    struct __align__(align4) name##4 { scalar x, y, z, w; }; \
    __host__ __device__ name##1 make_##name##1(scalar x); \
    __host__ __device__ name##2 make_##name##2(scalar x, scalar y); \
    __host__ __device__ name##3 make_##name##3(scalar x, scalar y, scalar z); \
    __host__ __device__ name##4 make_##name##4(scalar x, scalar y, scalar z, scalar w);
CAMP_VECTOR(signed char, char, 2, 4)
CAMP_VECTOR(unsigned char, uchar, 2, 4)
CAMP_VECTOR(short, short, 4, 8)
CAMP_VECTOR(unsigned short, ushort, 4, 8)
CAMP_VECTOR(int, int, 8, 16)
CAMP_VECTOR(unsigned int, uint, 8, 16)
CAMP_VECTOR(long, long, 16, 16)
CAMP_VECTOR(unsigned long, ulong, 16, 16)
CAMP_VECTOR(long long, longlong, 16, 16)
CAMP_VECTOR(unsigned long long, ulonglong, 16, 16)
CAMP_VECTOR(float, float, 8, 16)
CAMP_VECTOR(double, double, 16, 16)
#undef CAMP_VECTOR
struct dim3 {
    unsigned int x, y, z;
    __host__ __device__ constexpr dim3(unsigned int x = 1, unsigned int y = 1, unsigned int z = 1) : x(x), y(y), z(z) {}
    __host__ __device__ constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
    __host__ __device__ constexpr operator uint3() const { return uint3{x, y, z}; }
};
// NVIDIA's headers must not define them again.
#define __VECTOR_TYPES_H__
#define __VECTOR_FUNCTIONS_H__
#define __VECTOR_FUNCTIONS_HPP__

// NVIDIA's headers choose code by it.
#if __has_include(<nv/target>)
#include <nv/target>
#endif

// Where a thread is.
extern const __device__ uint3 threadIdx;
extern const __device__ uint3 blockIdx;
extern const __device__ dim3 blockDim;
extern const __device__ dim3 gridDim;
extern const __device__ int warpSize;

// Barriers, fences, votes.
__device__ void __syncthreads();
__device__ void __barrier_sync(unsigned int id);
__device__ void __barrier_sync_count(unsigned int id, unsigned int count);
__device__ int __syncthreads_count(int predicate);
__device__ int __syncthreads_and(int predicate);
__device__ int __syncthreads_or(int predicate);
__device__ void __syncwarp(unsigned int mask = 0xffffffff);
__device__ void __threadfence();
__device__ void __threadfence_block();
__device__ void __threadfence_system();
__device__ unsigned int __activemask();
__device__ int __all_sync(unsigned int mask, int predicate);
__device__ int __any_sync(unsigned int mask, int predicate);
__device__ unsigned int __ballot_sync(unsigned int mask, int predicate);
__device__ void __nanosleep(unsigned int ns);
__device__ void __trap();
__device__ void __brkpt();
__device__ long long clock64();
__device__ clock_t clock();

// Shuffles and other operations of a warp.
#define CAMP_SHUFFLES(T) \
    __device__ T __shfl_sync(unsigned int mask, T value, int lane, int width = 32); \
    __device__ T __shfl_up_sync(unsigned int mask, T value, unsigned int delta, int width = 32); \
    __device__ T __shfl_down_sync(unsigned int mask, T value, unsigned int delta, int width = 32); \
    __device__ T __shfl_xor_sync(unsigned int mask, T value, int lane_mask, int width = 32); \
    __device__ unsigned int __match_any_sync(unsigned int mask, T value); \
    __device__ unsigned int __match_all_sync(unsigned int mask, T value, int *predicate);
CAMP_SHUFFLES(int)
CAMP_SHUFFLES(unsigned int)
CAMP_SHUFFLES(long)
CAMP_SHUFFLES(unsigned long)
CAMP_SHUFFLES(long long)
CAMP_SHUFFLES(unsigned long long)
CAMP_SHUFFLES(float)
CAMP_SHUFFLES(double)
#undef CAMP_SHUFFLES
#define CAMP_REDUCE(T) \
    __device__ T __reduce_add_sync(unsigned int mask, T value); \
    __device__ T __reduce_min_sync(unsigned int mask, T value); \
    __device__ T __reduce_max_sync(unsigned int mask, T value);
CAMP_REDUCE(int)
CAMP_REDUCE(unsigned int)
#undef CAMP_REDUCE
__device__ unsigned int __reduce_and_sync(unsigned int mask, unsigned int value);
__device__ unsigned int __reduce_or_sync(unsigned int mask, unsigned int value);
__device__ unsigned int __reduce_xor_sync(unsigned int mask, unsigned int value);

// Atomics, for the device, the block and the system.
#define CAMP_ATOMIC(name, T) \
    __device__ T name(T *address, T value); \
    __device__ T name##_block(T *address, T value); \
    __device__ T name##_system(T *address, T value);
#define CAMP_ATOMIC_CAS(T) \
    __device__ T atomicCAS(T *address, T compare, T value); \
    __device__ T atomicCAS_block(T *address, T compare, T value); \
    __device__ T atomicCAS_system(T *address, T compare, T value);
#define CAMP_ATOMICS(T) \
    CAMP_ATOMIC(atomicAdd, T) CAMP_ATOMIC(atomicExch, T) CAMP_ATOMIC(atomicMin, T) CAMP_ATOMIC(atomicMax, T) \
    CAMP_ATOMIC(atomicAnd, T) CAMP_ATOMIC(atomicOr, T) CAMP_ATOMIC(atomicXor, T) CAMP_ATOMIC_CAS(T)
CAMP_ATOMICS(int)
CAMP_ATOMICS(unsigned int)
CAMP_ATOMICS(unsigned long long)
CAMP_ATOMIC(atomicMin, long long)
CAMP_ATOMIC(atomicMax, long long)
CAMP_ATOMIC(atomicAdd, float)
CAMP_ATOMIC(atomicAdd, double)
CAMP_ATOMIC(atomicExch, float)
CAMP_ATOMIC(atomicSub, int)
CAMP_ATOMIC(atomicSub, unsigned int)
CAMP_ATOMIC(atomicInc, unsigned int)
CAMP_ATOMIC(atomicDec, unsigned int)
CAMP_ATOMIC_CAS(unsigned short)
#undef CAMP_ATOMICS
#undef CAMP_ATOMIC_CAS
#undef CAMP_ATOMIC

// Loads and stores with a hint for the caches.
#define CAMP_CACHED(T) \
    __device__ T __ldg(const T *p); \
    __device__ T __ldcg(const T *p); \
    __device__ T __ldca(const T *p); \
    __device__ T __ldcs(const T *p); \
    __device__ T __ldlu(const T *p); \
    __device__ T __ldcv(const T *p); \
    __device__ void __stwb(T *p, T value); \
    __device__ void __stcg(T *p, T value); \
    __device__ void __stcs(T *p, T value); \
    __device__ void __stwt(T *p, T value);
CAMP_CACHED(char) CAMP_CACHED(signed char) CAMP_CACHED(unsigned char)
CAMP_CACHED(short) CAMP_CACHED(unsigned short) CAMP_CACHED(int) CAMP_CACHED(unsigned int)
CAMP_CACHED(long) CAMP_CACHED(unsigned long) CAMP_CACHED(long long) CAMP_CACHED(unsigned long long)
CAMP_CACHED(float) CAMP_CACHED(double)
CAMP_CACHED(char2) CAMP_CACHED(char4) CAMP_CACHED(uchar2) CAMP_CACHED(uchar4)
CAMP_CACHED(short2) CAMP_CACHED(short4) CAMP_CACHED(ushort2) CAMP_CACHED(ushort4)
CAMP_CACHED(int2) CAMP_CACHED(int4) CAMP_CACHED(uint2) CAMP_CACHED(uint4)
CAMP_CACHED(longlong2) CAMP_CACHED(ulonglong2)
CAMP_CACHED(float2) CAMP_CACHED(float4) CAMP_CACHED(double2)
#undef CAMP_CACHED

// Mathematics: each in double, with an overload for float, and the name with an `f`.
#define CAMP_MATH1(name) \
    __host__ __device__ double name(double); __host__ __device__ float name(float); __host__ __device__ float name##f(float);
#define CAMP_MATH2(name) \
    __host__ __device__ double name(double, double); __host__ __device__ float name(float, float); \
    __host__ __device__ float name##f(float, float);
CAMP_MATH1(acos) CAMP_MATH1(acosh) CAMP_MATH1(asin) CAMP_MATH1(asinh) CAMP_MATH1(atan) CAMP_MATH1(atanh)
CAMP_MATH1(cbrt) CAMP_MATH1(ceil) CAMP_MATH1(cos) CAMP_MATH1(cosh) CAMP_MATH1(erf) CAMP_MATH1(erfc)
CAMP_MATH1(exp) CAMP_MATH1(exp2) CAMP_MATH1(expm1) CAMP_MATH1(fabs) CAMP_MATH1(floor) CAMP_MATH1(lgamma)
CAMP_MATH1(log) CAMP_MATH1(log10) CAMP_MATH1(log1p) CAMP_MATH1(log2) CAMP_MATH1(logb) CAMP_MATH1(nearbyint)
CAMP_MATH1(rint) CAMP_MATH1(round) CAMP_MATH1(sin) CAMP_MATH1(sinh) CAMP_MATH1(sqrt) CAMP_MATH1(tan)
CAMP_MATH1(tanh) CAMP_MATH1(tgamma) CAMP_MATH1(trunc)
CAMP_MATH1(cospi) CAMP_MATH1(cyl_bessel_i0) CAMP_MATH1(erfcinv) CAMP_MATH1(erfcx) CAMP_MATH1(erfinv) CAMP_MATH1(exp10)
CAMP_MATH1(normcdf) CAMP_MATH1(normcdfinv) CAMP_MATH1(rcbrt) CAMP_MATH1(rsqrt) CAMP_MATH1(sinpi)
CAMP_MATH2(atan2) CAMP_MATH2(copysign) CAMP_MATH2(fdim) CAMP_MATH2(fmax) CAMP_MATH2(fmin) CAMP_MATH2(fmod)
CAMP_MATH2(hypot) CAMP_MATH2(nextafter) CAMP_MATH2(pow) CAMP_MATH2(remainder) CAMP_MATH2(rhypot)
#undef CAMP_MATH1
#undef CAMP_MATH2
#define CAMP_REAL(T, f) \
    __host__ __device__ T fma(T, T, T); \
    __host__ __device__ T ldexp(T, int); __host__ __device__ T scalbn(T, int); \
    __host__ __device__ T frexp(T, int *); __host__ __device__ T modf(T, T *); \
    __host__ __device__ int ilogb(T); __host__ __device__ long lround(T); __host__ __device__ long lrint(T); \
    __host__ __device__ long long llround(T); __host__ __device__ long long llrint(T); \
    __host__ __device__ bool isnan(T); __host__ __device__ bool isinf(T); __host__ __device__ bool isfinite(T); \
    __host__ __device__ bool signbit(T); \
    __host__ __device__ void sincos(T, T *, T *); \
    __host__ __device__ T norm3d(T, T, T); __host__ __device__ T rnorm3d(T, T, T); \
    __host__ __device__ T max(T, T); __host__ __device__ T min(T, T); __host__ __device__ T abs(T);
CAMP_REAL(double, )
CAMP_REAL(float, f)
#undef CAMP_REAL
__host__ __device__ double max(double, float);
__host__ __device__ double max(float, double);
__host__ __device__ double min(double, float);
__host__ __device__ double min(float, double);
__host__ __device__ float fmaf(float, float, float);
__host__ __device__ float ldexpf(float, int);
__host__ __device__ float scalbnf(float, int);
__host__ __device__ float frexpf(float, int *);
__host__ __device__ float modff(float, float *);
__host__ __device__ int ilogbf(float);
__host__ __device__ long lroundf(float);
__host__ __device__ long lrintf(float);
__host__ __device__ long long llroundf(float);
__host__ __device__ long long llrintf(float);
__host__ __device__ void sincosf(float, float *, float *);
__host__ __device__ void sincospif(float, float *, float *);
__host__ __device__ float norm3df(float, float, float);
__host__ __device__ float norm4df(float, float, float, float);
__host__ __device__ float rnorm3df(float, float, float);
__host__ __device__ float nanf(const char *);
__host__ __device__ double nan(const char *);
__host__ __device__ float fdividef(float, float);
#define CAMP_LEAST_GREATEST(T) __host__ __device__ T max(T, T); __host__ __device__ T min(T, T);
CAMP_LEAST_GREATEST(int) CAMP_LEAST_GREATEST(unsigned int)
CAMP_LEAST_GREATEST(long) CAMP_LEAST_GREATEST(unsigned long)
CAMP_LEAST_GREATEST(long long) CAMP_LEAST_GREATEST(unsigned long long)
#undef CAMP_LEAST_GREATEST
__host__ __device__ unsigned int max(int, unsigned int);
__host__ __device__ unsigned int max(unsigned int, int);
__host__ __device__ unsigned int min(int, unsigned int);
__host__ __device__ unsigned int min(unsigned int, int);
__host__ __device__ int abs(int);
__host__ __device__ long abs(long);
__host__ __device__ long long abs(long long);
__host__ __device__ long labs(long);
__host__ __device__ long long llabs(long long);
__host__ __device__ unsigned int umax(unsigned int, unsigned int);
__host__ __device__ unsigned int umin(unsigned int, unsigned int);
__host__ __device__ long long llmax(long long, long long);
__host__ __device__ long long llmin(long long, long long);

// Fast and exactly rounded arithmetic.
__device__ float __expf(float);
__device__ float __exp10f(float);
__device__ float __logf(float);
__device__ float __log2f(float);
__device__ float __log10f(float);
__device__ float __powf(float, float);
__device__ float __sinf(float);
__device__ float __cosf(float);
__device__ float __tanf(float);
__device__ void __sincosf(float, float *, float *);
__device__ float __fdividef(float, float);
__device__ float __saturatef(float);
__device__ float __frsqrt_rn(float);
#define CAMP_ROUNDED(mode) \
    __device__ float __fadd_##mode(float, float); __device__ double __dadd_##mode(double, double); \
    __device__ float __fsub_##mode(float, float); __device__ double __dsub_##mode(double, double); \
    __device__ float __fmul_##mode(float, float); __device__ double __dmul_##mode(double, double); \
    __device__ float __fdiv_##mode(float, float); __device__ double __ddiv_##mode(double, double); \
    __device__ float __fmaf_##mode(float, float, float); __device__ double __fma_##mode(double, double, double); \
    __device__ float __frcp_##mode(float); __device__ double __drcp_##mode(double); \
    __device__ float __fsqrt_##mode(float); __device__ double __dsqrt_##mode(double); \
    __device__ int __float2int_##mode(float); __device__ unsigned int __float2uint_##mode(float); \
    __device__ long long __float2ll_##mode(float); __device__ unsigned long long __float2ull_##mode(float); \
    __device__ int __double2int_##mode(double); __device__ unsigned int __double2uint_##mode(double); \
    __device__ long long __double2ll_##mode(double); __device__ unsigned long long __double2ull_##mode(double); \
    __device__ float __double2float_##mode(double); \
    __device__ float __int2float_##mode(int); __device__ float __uint2float_##mode(unsigned int); \
    __device__ float __ll2float_##mode(long long); __device__ float __ull2float_##mode(unsigned long long); \
    __device__ double __ll2double_##mode(long long); __device__ double __ull2double_##mode(unsigned long long);
CAMP_ROUNDED(rn)
CAMP_ROUNDED(rz)
CAMP_ROUNDED(ru)
CAMP_ROUNDED(rd)
#undef CAMP_ROUNDED
__device__ double __int2double_rn(int);
__device__ double __uint2double_rn(unsigned int);

// Bits.
__device__ int __float_as_int(float);
__device__ unsigned int __float_as_uint(float);
__device__ float __int_as_float(int);
__device__ float __uint_as_float(unsigned int);
__device__ long long __double_as_longlong(double);
__device__ double __longlong_as_double(long long);
__device__ int __double2hiint(double);
__device__ int __double2loint(double);
__device__ double __hiloint2double(int, int);
__device__ int __popc(unsigned int);
__device__ int __popcll(unsigned long long);
__device__ int __clz(int);
__device__ int __clzll(long long);
__device__ int __ffs(int);
__device__ int __ffsll(long long);
__device__ unsigned int __brev(unsigned int);
__device__ unsigned long long __brevll(unsigned long long);
__device__ unsigned int __byte_perm(unsigned int, unsigned int, unsigned int);
__device__ unsigned int __fns(unsigned int, unsigned int, int);
__device__ unsigned int __funnelshift_l(unsigned int, unsigned int, unsigned int);
__device__ unsigned int __funnelshift_r(unsigned int, unsigned int, unsigned int);
__device__ unsigned int __funnelshift_lc(unsigned int, unsigned int, unsigned int);
__device__ unsigned int __funnelshift_rc(unsigned int, unsigned int, unsigned int);
__device__ int __mul24(int, int);
__device__ unsigned int __umul24(unsigned int, unsigned int);
__device__ int __mulhi(int, int);
__device__ unsigned int __umulhi(unsigned int, unsigned int);
__device__ long long __mul64hi(long long, long long);
__device__ unsigned long long __umul64hi(unsigned long long, unsigned long long);
__device__ unsigned int __sad(int, int, unsigned int);
__device__ int __dp4a(int, int, int);
__device__ unsigned int __dp4a(unsigned int, unsigned int, unsigned int);

// Address spaces.
__device__ unsigned int __isGlobal(const void *);
__device__ unsigned int __isShared(const void *);
__device__ unsigned int __isLocal(const void *);
__device__ unsigned int __isConstant(const void *);
__device__ size_t __cvta_generic_to_shared(const void *);
__device__ size_t __cvta_generic_to_global(const void *);
__device__ void *__cvta_shared_to_generic(size_t);
__device__ void *__cvta_global_to_generic(size_t);

// The little of the C library that devices have.
extern "C" {
__device__ int printf(const char *, ...);
__device__ void __assertfail(const char *, const char *, unsigned int, const char *, size_t);
__device__ void *malloc(size_t);
__device__ void free(void *);
__host__ __device__ void *memcpy(void *, const void *, size_t);
__host__ __device__ void *memset(void *, int, size_t);
__host__ __device__ void *memmove(void *, const void *, size_t);
__host__ __device__ int memcmp(const void *, const void *, size_t);
}

#define assert(condition) ((condition) ? (void)0 : __assertfail(#condition, __FILE__, __LINE__, __func__, 1))

#include <camp_prelude.h>

#endif
