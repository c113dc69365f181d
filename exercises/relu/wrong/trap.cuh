//@ expect: launch-failure
//@ says: the kernel ended by a trap
// What should not happen ends the kernel.
#pragma once
#include <stdint.h>

namespace oprt::relu::nvidia {

struct Relu {
    float slope;

    template <typename T>
    __device__ T operator()(T x) const {
        if (!(x > static_cast<T>(0.0f))) {
            __trap();  //~ launch-failure
        }
        return x;
    }
};

}  // namespace oprt::relu::nvidia
