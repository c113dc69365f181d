#pragma once
// What needs no include.
template <typename T> __global__ void no_include(T *out, const float *in, int64_t n) {
    constexpr float top = INFINITY, bottom = -FLT_MAX;
    uintptr_t address = (uintptr_t)in;
    uint32_t bits = (uint32_t)(address & 0xffffffff);
    assert(n > 0);
    if (address % 16 == 0) printf("aligned %u\n", bits);
    float x = fmaxf(bottom, in[0]);
    if (isnan(x) || isinf(x)) x = NAN;
    double root = sqrt(n) + pow(2, 3) + pow(x, 2) + exp(1) + log(2.0f) + abs(-3) + fabs(-2.0f);
    static_assert(sizeof(sqrt(2.0f)) == 4, "the float overload stays");
    static_assert(sizeof(sqrt(2)) == 8, "an integer counts as double");
    static_assert(sizeof(std::sqrt(2.0f)) == 4 && sizeof(std::abs(-1.0f)) == 4, "std has the same overloads");
    static_assert(INT_MAX == 2147483647 && sizeof(size_t) == 8 && sizeof(std::size_t) == 8, "limits");
    out[0] = T(x + root + M_PI + top + HUGE_VALF + DBL_MAX * 0.0 + std::fmax(1.0f, x) + NULL);
}
template __global__ void no_include<float>(float *, const float *, int64_t);
