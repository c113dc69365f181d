//@ expect: compile-error
//@ says: cudaMemcpy
// Calls the host's API from a kernel.
#pragma once
#include <stdint.h>

namespace oprt::copy::nvidia {

template <typename T>
__global__ void copy_contiguous_kernel(T *dst, const T *src, int64_t n) {
    if (threadIdx.x == 0) {
        cudaMemcpy(dst, src, n * sizeof(T), cudaMemcpyDeviceToDevice);  //~ compile-error
    }
}

}  // namespace oprt::copy::nvidia
