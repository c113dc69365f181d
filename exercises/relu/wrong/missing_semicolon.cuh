//@ expect: compile-error
//@ says: a `;` is missing
// A semicolon is missing behind the struct's brace.
#pragma once
#include <stdint.h>

namespace oprt::relu::nvidia {

struct Relu {
    float slope;

    template <typename T>
    __device__ T operator()(T x) const {
        return x > static_cast<T>(0.0f) ? x : static_cast<T>(slope) * x;
    }
}  //~ compile-error

}  // namespace oprt::relu::nvidia
