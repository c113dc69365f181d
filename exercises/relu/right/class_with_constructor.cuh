// A class with a constructor and a private member.
#pragma once
#include <stdint.h>

namespace oprt::relu::nvidia {

class Relu {
public:
    __device__ explicit Relu(float slope) : slope_(slope) {}

    template <typename T>
    __device__ __forceinline__ T operator()(const T &x) const {
        return x > static_cast<T>(0.0f) ? x : static_cast<T>(slope_) * x;
    }

private:
    float slope_;
};

}  // namespace oprt::relu::nvidia
