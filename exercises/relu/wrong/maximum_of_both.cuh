//@ expect: wrong-result
//@ says: `max(in, slope * in)`
// The larger of the two is the definition only while the slope is at most 1.
#pragma once
#include <stdint.h>

namespace oprt::relu::nvidia {

struct Relu {  //~ wrong-result
    float slope;

    template <typename T>
    __device__ T operator()(T x) const {
        const T product = static_cast<T>(slope) * x;
        return x > product ? x : product;
    }
};

}  // namespace oprt::relu::nvidia
