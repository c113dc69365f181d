// A helper of its own for each type.
#pragma once
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <stdint.h>

namespace oprt::relu::nvidia {

struct Relu {
    float slope;

    __device__ static float number(float x) { return x; }
    __device__ static float number(half x) { return __half2float(x); }
    __device__ static float number(__nv_bfloat16 x) { return __bfloat162float(x); }

    template <typename T>
    __device__ static T make(float product, T x) {
        return number(x) > 0.0f ? x : static_cast<T>(product);
    }

    template <typename T>
    __device__ T operator()(T x) const {
        return make<T>(slope * number(x), x);
    }
};

}  // namespace oprt::relu::nvidia
