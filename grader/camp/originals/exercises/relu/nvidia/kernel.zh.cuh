#pragma once
#include <stdint.h>

// 任务：对 i = 0 … n-1，in[i] > 0 时令 out[i] = in[i]，否则令 out[i] = slope * in[i]：带泄漏的 ReLU。slope 为 0 时就是普通的 ReLU。
//
// 核函数已经有了：camp 提供的核函数会遍历所有元素，可以时一次移动 16 字节。它用算子的属性构造一个 Relu，并对每个元素
// 调用它。所以 Relu 只需要说明一个元素 x 变成什么。
namespace oprt::relu::nvidia {

struct Relu {
    float slope;

    template <typename T>
    __device__ T operator()(T x) const {
        // TODO 1：T 是 float、half 或 bfloat16。类型为 T 的 0 和 slope 怎么写？
        // TODO 2：x 大于 0 时返回 x，否则返回 slope 乘 x。NaN 不大于 0，结果仍是 NaN。
        return x;  // TODO：换掉这一行
    }
};

}  // namespace oprt::relu::nvidia
