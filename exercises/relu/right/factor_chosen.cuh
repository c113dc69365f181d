// The factor is chosen, and there is one product.
#pragma once
#include <stdint.h>

namespace oprt::relu::nvidia {

struct Relu {
    float slope;

    template <typename T>
    __device__ T operator()(T x) const {
        const float factor = static_cast<float>(x) > 0.0f ? 1.0f : slope;
        return static_cast<T>(factor * static_cast<float>(x));
    }
};

}  // namespace oprt::relu::nvidia
