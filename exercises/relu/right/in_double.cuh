// In double precision.
#pragma once
#include <stdint.h>

namespace oprt::relu::nvidia {

struct Relu {
    float slope;

    template <typename T>
    __device__ T operator()(T x) const {
        const double value = static_cast<double>(static_cast<float>(x));
        return value > 0.0 ? x : static_cast<T>(static_cast<float>(slope * value));
    }
};

}  // namespace oprt::relu::nvidia
