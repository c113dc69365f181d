// Without a slope what is not positive is 0, and NaN stays NaN.
#pragma once
#include <stdint.h>

namespace oprt::relu::nvidia {

struct Relu {
    float slope;

    template <typename T>
    __device__ T operator()(T x) const {
        const float value = static_cast<float>(x);
        if (slope == 0.0f) {
            return value > 0.0f || value != value ? x : static_cast<T>(0.0f);
        }
        return value > 0.0f ? x : static_cast<T>(slope * value);
    }
};

}  // namespace oprt::relu::nvidia
