#ifndef CAMP_MATH_H
#define CAMP_MATH_H
#include <camp_math.h>
#define CAMP_UNARY(name) \
    template <typename T> __host__ __device__ inline typename camp_math::integer<T>::type name(T x) { return name(double(x)); }
CAMP_UNARY(acos)
CAMP_UNARY(acosh)
CAMP_UNARY(asin)
CAMP_UNARY(asinh)
CAMP_UNARY(atan)
CAMP_UNARY(atanh)
CAMP_UNARY(cbrt)
CAMP_UNARY(cosh)
CAMP_UNARY(erf)
CAMP_UNARY(erfc)
CAMP_UNARY(expm1)
CAMP_UNARY(lgamma)
CAMP_UNARY(log10)
CAMP_UNARY(log1p)
CAMP_UNARY(logb)
CAMP_UNARY(nearbyint)
CAMP_UNARY(rint)
CAMP_UNARY(sinh)
CAMP_UNARY(tan)
CAMP_UNARY(tgamma)
CAMP_UNARY(trunc)
#define CAMP_BINARY(name) \
    template <typename A, typename B> \
    __host__ __device__ inline typename camp_math::mixed<A, B>::type name(A a, B b) { return name(double(a), double(b)); }
CAMP_BINARY(fmod)
CAMP_BINARY(atan2)
CAMP_BINARY(hypot)
CAMP_BINARY(fdim)
CAMP_BINARY(copysign)
CAMP_BINARY(remainder)
CAMP_BINARY(nextafter)
#undef CAMP_UNARY
#undef CAMP_BINARY
#endif
