//@ expect: race
//@ says: two threads access `cell` and nothing orders them
// All threads of a block keep their element in one cell.
#pragma once
#include <stdint.h>

namespace oprt::relu::nvidia {

struct Relu {
    float slope;

    template <typename T>
    __device__ T operator()(T x) const {
        __shared__ float cell;
        cell = static_cast<float>(x);  //~ race
        return cell > 0.0f ? x : static_cast<T>(slope * cell);
    }
};

}  // namespace oprt::relu::nvidia
