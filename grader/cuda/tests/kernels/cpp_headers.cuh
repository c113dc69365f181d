#pragma once
#include <algorithm>
#include <cassert>
#include <cfloat>
#include <climits>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <limits>
#include <type_traits>
#include <utility>
constexpr float biggest = std::numeric_limits<float>::max();
template <typename T, typename Op> __device__ T reduce(T a, T b, Op op) { return op(a, b); }
template <typename T, size_t... i> __device__ T sum(const T *in, std::index_sequence<i...>) { return (in[i] + ...); }
template <typename T> __global__ void cpp_headers(T *out, const T *in, std::int64_t n) {
    static_assert(std::is_same_v<std::remove_cv_t<const T>, T> && std::is_floating_point<T>::value, "");
    static_assert(std::is_same<std::conditional_t<true, int, float>, int>::value, "");
    static_assert(std::is_same<std::decay_t<const int (&)[3]>, const int *>::value, "");
    static_assert(std::is_same<std::common_type_t<int, double>, double>::value, "");
    static_assert(std::is_pointer_v<float *const> && !std::is_pointer_v<float>, "");
    static_assert(std::numeric_limits<int>::max() == INT_MAX && std::numeric_limits<int64_t>::min() == INT64_MIN, "");
    static_assert(std::numeric_limits<double>::digits10 == 15 && std::numeric_limits<int>::digits == 31, "");
    static_assert(std::is_convertible_v<int, float> && std::is_trivially_copyable_v<float>, "");
    T best = -std::numeric_limits<T>::infinity();
    for (int64_t i = 0; i < n; ++i) best = std::max(best, in[i]);
    best = std::min(best, T(biggest)) + std::clamp(best, T(0), T(1)) + std::max({T(1), T(2), T(3)});
    T other = std::move(best);
    std::swap(best, other);
    auto both = std::make_pair(best, 3);
    auto [first, second] = both;
    best = reduce(best, first, std::plus<T>()) + reduce(best, T(second), std::multiplies<>());
    if constexpr (std::is_same<T, float>::value) best += std::sqrt(best) + std::exp(1.0f) + std::pow(best, 2);
    out[0] = best + sum(in, std::make_index_sequence<4>()) + std::abs(best);
}
template __global__ void cpp_headers<float>(float *, const float *, std::int64_t);
template __global__ void cpp_headers<double>(double *, const double *, std::int64_t);
