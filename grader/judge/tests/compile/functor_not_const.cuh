//@ exercise: relu
//@ says: Relu needs `const` behind the parentheses
//@ chinese
// Without const.
#pragma once
#include <stdint.h>

namespace oprt::relu::nvidia {

struct Relu {
    float slope;

    template <typename T>
    __device__ T operator()(T x) {  //~ compile-error
        return x > static_cast<T>(0.0f) ? x : static_cast<T>(slope) * x;
    }
};

}  // namespace oprt::relu::nvidia
