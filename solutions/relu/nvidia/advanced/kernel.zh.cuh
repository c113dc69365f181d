#pragma once
#include <stdint.h>

// in[i] > 0 时令 out[i] = in[i]，否则令 out[i] = slope * in[i]，乘法用 float 计算。
//
// 时间就是搬运字节的时间，所以算得精确一些并不会更慢：slope 不舍入到 T，乘积只舍入一次。让它变快的是 launch.toml：它为
// camp 的核函数给每 16 字节安排一个线程。
namespace oprt::relu::nvidia {

struct Relu {
    float slope;

    template <typename T>
    __device__ T operator()(T x) const {
        const float value = static_cast<float>(x);
        return value > 0.0f ? x : static_cast<T>(slope * value);
    }
};

}  // namespace oprt::relu::nvidia
