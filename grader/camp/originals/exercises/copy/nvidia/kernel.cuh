#pragma once
#include <stdint.h>

// Task: dst[i] = src[i] for i = 0 … n-1, for any n.
//
// Both arrays lie in global memory. The grid may have fewer threads than there are elements, so one element per thread
// is not enough.
namespace oprt::copy::nvidia {

template <typename T>
__global__ void copy_contiguous_kernel(T *dst, const T *src, int64_t n) {
    // TODO 1: Which element does this thread start with? blockIdx.x says which block it is in, blockDim.x how many
    //         threads a block has, threadIdx.x which thread of the block it is.
    // TODO 2: How many threads does the whole grid have? gridDim.x is the number of blocks.
    // TODO 3: Copy that element, then go on by the number of threads in the grid, as long as there are elements.
}

}  // namespace oprt::copy::nvidia
