// Two returns.
#pragma once
#include <stdint.h>

namespace oprt::relu::nvidia {

struct Relu {
    float slope;

    template <typename T>
    __device__ T operator()(T x) const {
        if (x > static_cast<T>(0.0f)) {
            return x;
        }
        return static_cast<T>(slope) * x;
    }
};

}  // namespace oprt::relu::nvidia
