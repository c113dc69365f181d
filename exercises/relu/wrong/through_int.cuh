//@ expect: wrong-result
//@ says: The fractions are gone
// Every value passes through int.
#pragma once
#include <stdint.h>

namespace oprt::relu::nvidia {

struct Relu {  //~ wrong-result
    float slope;

    template <typename T>
    __device__ T operator()(T x) const {
        const int value = static_cast<int>(static_cast<float>(x));
        return static_cast<T>(value > 0 ? static_cast<float>(value) : slope * value);
    }
};

}  // namespace oprt::relu::nvidia
