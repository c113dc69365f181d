#pragma once
#include <stdint.h>

// 对 i = 0 … n-1，in[i] > 0 时令 out[i] = in[i]，否则令 out[i] = slope * in[i]。
//
// camp 的核函数遍历所有元素，并对每个元素调用它。比较问的是 x > 0：NaN 与任何数比较都为假，于是走到乘法，结果仍是 NaN。
namespace oprt::relu::nvidia {

struct Relu {
    float slope;

    template <typename T>
    __device__ T operator()(T x) const {
        // 冒号两边需要同一个类型，而 half 和 float 不会自动混用。
        return x > static_cast<T>(0.0f) ? x : static_cast<T>(slope) * x;
    }
};

}  // namespace oprt::relu::nvidia
