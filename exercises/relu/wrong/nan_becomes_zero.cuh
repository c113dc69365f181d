//@ expect: wrong-result
//@ says: NaN became 0
// fmaxf and fminf give the other number where one is NaN.
#pragma once
#include <stdint.h>

namespace oprt::relu::nvidia {

struct Relu {  //~ wrong-result
    float slope;

    template <typename T>
    __device__ T operator()(T x) const {
        const float value = static_cast<float>(x);
        return static_cast<T>(fmaxf(value, 0.0f) + slope * fminf(value, 0.0f));
    }
};

}  // namespace oprt::relu::nvidia
