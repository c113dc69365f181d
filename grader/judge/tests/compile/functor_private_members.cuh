//@ exercise: relu
//@ says: public
// A class hides what it has.
#pragma once
#include <stdint.h>

namespace oprt::relu::nvidia {

class Relu {
    float slope;

    template <typename T>
    __device__ T operator()(T x) const {  //~ compile-error
        return x > static_cast<T>(0.0f) ? x : static_cast<T>(slope) * x;
    }
};

}  // namespace oprt::relu::nvidia
