//@ exercise: relu
//@ says: Relu is not there
//@ chinese
//@ no-line
// A function in place of the functor.
#pragma once
#include <stdint.h>

namespace oprt::relu::nvidia {

template <typename T>
__device__ T relu(T x, float slope) {
    return x > static_cast<T>(0.0f) ? x : static_cast<T>(slope) * x;
}

}  // namespace oprt::relu::nvidia
