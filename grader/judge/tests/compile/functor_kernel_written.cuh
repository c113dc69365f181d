//@ exercise: relu
//@ says: camp brings the kernel `relu_kernel`
//@ chinese
// The kernel is written as well.
#pragma once
#include <stdint.h>

namespace oprt::relu::nvidia {

struct Relu {
    float slope;

    template <typename T>
    __device__ T operator()(T x) const {
        return x > static_cast<T>(0.0f) ? x : static_cast<T>(slope) * x;
    }
};

template <typename T>
__global__ void relu_kernel(T *out, const T *in, float slope, int64_t n) {  //~ compile-error
    const Relu relu{slope};
    const int64_t i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < n) {
        out[i] = relu(in[i]);
    }
}

}  // namespace oprt::relu::nvidia
