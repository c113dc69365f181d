#pragma once
#include <stdint.h>

// out[i] = in[i] where in[i] > 0, else slope * in[i], for i = 0 … n-1.
//
// camp's kernel goes over the elements and calls this for each. The comparison asks for x > 0: NaN, which compares as false
// with everything, goes to the product and stays NaN.
namespace oprt::relu::nvidia {

struct Relu {
    float slope;

    template <typename T>
    __device__ T operator()(T x) const {
        // Both sides of the colon need one type, and half and float do not mix by themselves.
        return x > static_cast<T>(0.0f) ? x : static_cast<T>(slope) * x;
    }
};

}  // namespace oprt::relu::nvidia
