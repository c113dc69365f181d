#pragma once
#include <stdint.h>

// Task: out[i] = in[i] where in[i] > 0, else slope * in[i], for i = 0 … n-1: a leaky ReLU. With slope 0 it is the plain one.
//
// The kernel is there: camp brings one that goes over all elements, 16 bytes at once where it can. It makes one Relu with the
// operator's attributes and calls it for each element, so Relu says what becomes of one element x, and nothing else.
namespace oprt::relu::nvidia {

struct Relu {
    float slope;

    template <typename T>
    __device__ T operator()(T x) const {
        // TODO 1: T is float, half or bfloat16. How do you write a 0, and the slope, in the type T?
        // TODO 2: Return x where it is greater than 0, else slope times x. NaN is not greater than 0, and stays NaN.
        return x;  // TODO: instead of this
    }
};

}  // namespace oprt::relu::nvidia
