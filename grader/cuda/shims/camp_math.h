// The part of <math.h> that the prelude has: constants and the functions that kernels use most.
//
// The functions are NVRTC's own, overloaded for float and double. What it lacks is what the
// host's <cmath> adds and nvcc accepts: integer arguments, which count as double.
#ifndef CAMP_MATH_BASE_H
#define CAMP_MATH_BASE_H
#define HUGE_VALF __builtin_bit_cast(float, 0x7f800000)
#define HUGE_VAL __builtin_bit_cast(double, 0x7ff0000000000000LL)
#ifndef INFINITY
#define INFINITY __builtin_bit_cast(float, 0x7f800000)
#endif
#ifndef NAN
#define NAN __builtin_bit_cast(float, 0x7fc00000)
#endif
#define M_E 2.7182818284590452354
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440
namespace camp_math {
// What a number counts as: `type` is double for integers, the type itself for float and double.
template <typename T> struct integer {};
template <typename T> struct real { typedef double type; };
template <> struct real<float> { typedef float type; };
#define CAMP_INTEGER(T) template <> struct integer<T> { typedef double type; };
CAMP_INTEGER(bool) CAMP_INTEGER(char) CAMP_INTEGER(signed char) CAMP_INTEGER(unsigned char)
CAMP_INTEGER(short) CAMP_INTEGER(unsigned short) CAMP_INTEGER(int) CAMP_INTEGER(unsigned int)
CAMP_INTEGER(long) CAMP_INTEGER(unsigned long) CAMP_INTEGER(long long) CAMP_INTEGER(unsigned long long)
#undef CAMP_INTEGER
// Two arguments of different types, or two integers: both count as double.
template <typename T> struct number : integer<T> {};
template <> struct number<float> { typedef double type; };
template <> struct number<double> { typedef double type; };
template <typename A, typename B, typename = typename number<A>::type, typename = typename number<B>::type>
struct mixed { typedef double type; };
template <> struct mixed<float, float> {};
template <> struct mixed<double, double> {};
}
#define CAMP_UNARY(name) \
    template <typename T> __host__ __device__ inline typename camp_math::integer<T>::type name(T x) { return name(double(x)); }
CAMP_UNARY(ceil)
CAMP_UNARY(cos)
CAMP_UNARY(exp)
CAMP_UNARY(exp2)
CAMP_UNARY(fabs)
CAMP_UNARY(floor)
CAMP_UNARY(log)
CAMP_UNARY(log2)
CAMP_UNARY(round)
CAMP_UNARY(sin)
CAMP_UNARY(sqrt)
CAMP_UNARY(tanh)
#define CAMP_BINARY(name) \
    template <typename A, typename B> \
    __host__ __device__ inline typename camp_math::mixed<A, B>::type name(A a, B b) { return name(double(a), double(b)); }
CAMP_BINARY(pow)
CAMP_BINARY(fmax)
CAMP_BINARY(fmin)
#undef CAMP_UNARY
#undef CAMP_BINARY
namespace std {
using ::ceil;
using ::cos;
using ::exp;
using ::exp2;
using ::fabs;
using ::floor;
using ::log;
using ::log2;
using ::round;
using ::sin;
using ::sqrt;
using ::tanh;
using ::pow;
using ::fmax;
using ::fmin;
using ::abs;
using ::fma;
using ::isnan;
using ::isinf;
}
#endif
