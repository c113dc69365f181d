// The work is done by a function outside.
#pragma once
#include <stdint.h>

namespace oprt::relu::nvidia {

template <typename T>
__device__ T leaky(T x, float slope) {
    return x > static_cast<T>(0.0f) ? x : static_cast<T>(slope) * x;
}

struct Relu {
    float slope;
    template <typename T>
    __device__ T operator()(T x) const {
        return leaky(x, slope);
    }
};

}  // namespace oprt::relu::nvidia
