//@ exercise: relu
//@ says: takes one value
//@ chinese
// The slope is a member, not a parameter.
#pragma once
#include <stdint.h>

namespace oprt::relu::nvidia {

struct Relu {
    float slope;

    template <typename T>
    __device__ T operator()(T x, float by) const {  //~ compile-error
        return x > static_cast<T>(0.0f) ? x : static_cast<T>(by) * x;
    }
};

}  // namespace oprt::relu::nvidia
