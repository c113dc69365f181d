// The product in float, rounded once.
#pragma once
#include <stdint.h>

namespace oprt::relu::nvidia {

struct Relu {
    float slope;

    template <typename T>
    __device__ T operator()(T x) const {
        const float value = static_cast<float>(x);
        return static_cast<T>(value > 0.0f ? value : slope * value);
    }
};

}  // namespace oprt::relu::nvidia
