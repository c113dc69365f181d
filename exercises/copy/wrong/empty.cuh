//@ expect: unwritten-output
//@ says: the kernel stored nothing in it
// The stub as it is: no thread does anything.
#pragma once
#include <stdint.h>

namespace oprt::copy::nvidia {

template <typename T>
__global__ void copy_contiguous_kernel(T *dst, const T *src, int64_t n) {  //~ unwritten-output
}

}  // namespace oprt::copy::nvidia
