// The member has a name of its own, and the operator returns auto.
#pragma once
#include <stdint.h>

namespace oprt::relu::nvidia {

struct Relu {
    float negative_slope;

    template <typename Element>
    __host__ __device__ constexpr auto operator()(const Element x) const {
        return x > Element(0.0f) ? x : Element(negative_slope) * x;
    }
};

}  // namespace oprt::relu::nvidia
