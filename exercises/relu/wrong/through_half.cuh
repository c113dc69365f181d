//@ expect: wrong-result
//@ says: The digits are those of `half`
// Every value passes through half.
#pragma once
#include <cuda_fp16.h>
#include <stdint.h>

namespace oprt::relu::nvidia {

struct Relu {  //~ wrong-result
    float slope;

    template <typename T>
    __device__ T operator()(T x) const {
        const half value = __float2half(static_cast<float>(x));
        const float rounded = __half2float(value);
        return static_cast<T>(rounded > 0.0f ? rounded : slope * rounded);
    }
};

}  // namespace oprt::relu::nvidia
