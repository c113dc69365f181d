#pragma once
#include <cuda_fp16.h>
#include <stdint.h>

// Task: out = a × b, that is out[row][col] = Σ a[row][p] * b[p][col] over p = 0 … k-1, where a is m × k, b is k × n and
// out is m × n, all stored row by row.
//
// There is one block of 16 × 16 threads per tile of 16 × 16 elements of out; blockIdx.x counts tiles to the right,
// blockIdx.y downwards. m, n and k may be anything, 16 does not have to divide them.
namespace oprt::matmul::nvidia {

constexpr int TILE = 16;

template <typename T>
__global__ void matmul_tiled_kernel(T *out, const T *a, const T *b, int64_t m, int64_t n, int64_t k) {
    __shared__ T a_tile[TILE][TILE];
    __shared__ T b_tile[TILE][TILE];

    // TODO 1: Which row and which column of out is this thread's own?

    // TODO 2: Which type should the sum have? A half has 11 bits, and would lose small products beside a large sum.
    // TODO 3: Go over the k products in steps of TILE. In each step:
    //         - every thread brings one element of a to a_tile and one of b to b_tile; what lies beyond a matrix
    //           counts as 0;
    //         - when may the tiles be read?
    //         - add the TILE products of a row of a_tile and a column of b_tile to the sum;
    //         - when may the next step overwrite the tiles?
    // TODO 4: Write the sum to out. Not every thread has an element there.
}

}  // namespace oprt::matmul::nvidia
