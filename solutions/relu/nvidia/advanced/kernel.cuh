#pragma once
#include <stdint.h>

// out[i] = in[i] where in[i] > 0, else slope * in[i], with the product in float.
//
// The time is that of the bytes, so the arithmetic may be as good as it likes: the slope is not rounded to T, and the product
// is rounded once. What makes it fast is launch.toml, which gives camp's kernel a thread for each 16 bytes.
namespace oprt::relu::nvidia {

struct Relu {
    float slope;

    template <typename T>
    __device__ T operator()(T x) const {
        const float value = static_cast<float>(x);
        return value > 0.0f ? x : static_cast<T>(slope * value);
    }
};

}  // namespace oprt::relu::nvidia
