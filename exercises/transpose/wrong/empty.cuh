//@ expect: unwritten-output
//@ says: never written
// Nothing is done.
#pragma once
#include <stdint.h>

namespace oprt::transpose::nvidia {

template <typename T>
__global__ void transpose_kernel(T *out, const T *in, int64_t rows, int64_t cols) {  //~ unwritten-output
}

}  // namespace oprt::transpose::nvidia
