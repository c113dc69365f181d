//@ expect: assert
//@ says: assertion failed: `x > static_cast<T>(0.0f)`
// Elements may be negative.
#pragma once
#include <assert.h>
#include <stdint.h>

namespace oprt::relu::nvidia {

struct Relu {
    float slope;

    template <typename T>
    __device__ T operator()(T x) const {
        assert(x > static_cast<T>(0.0f));  //~ assert
        return x;
    }
};

}  // namespace oprt::relu::nvidia
