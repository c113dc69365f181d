#pragma once
#include <stdint.h>

namespace oprt::relu::nvidia {

struct Relu {
    float slope;

    template <typename T>
    __device__ T operator()(T x) const {
        const T product = static_cast<T>(slope) * x;
        return x > product ? x : product;
    }
};

}  // namespace oprt::relu::nvidia
