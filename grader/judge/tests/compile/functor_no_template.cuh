//@ exercise: relu
//@ says: that is a template
//@ chinese
// For float alone.
#pragma once
#include <stdint.h>

namespace oprt::relu::nvidia {

struct Relu {
    float slope;

    __device__ float operator()(float x) const {  //~ compile-error
        return x > 0.0f ? x : slope * x;
    }
};

}  // namespace oprt::relu::nvidia
