//@ expect: compile-error
//@ says: function of the host
// A function for the processor.
#pragma once
#include <stdint.h>

namespace oprt::relu::nvidia {

struct Relu {
    float slope;

    template <typename T>
    T operator()(T x) const {  //~ compile-error
        return x > static_cast<T>(0.0f) ? x : static_cast<T>(slope) * x;
    }
};

}  // namespace oprt::relu::nvidia
