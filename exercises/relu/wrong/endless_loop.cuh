//@ expect: hang
//@ says: the loop never ends
// The loop never changes what it tests.
#pragma once
#include <stdint.h>

namespace oprt::relu::nvidia {

struct Relu {
    float slope;

    template <typename T>
    __device__ T operator()(T x) const {
        T value = x;
        while (!(value > static_cast<T>(0.0f))) {  //~ hang
            value = static_cast<T>(slope) * x;
        }
        return value;
    }
};

}  // namespace oprt::relu::nvidia
