#pragma once
#include <stdint.h>

// Task: out[col][row] = in[row][col]. `in` has rows × cols elements, `out` has cols × rows, both stored row by row:
// element (row, col) of `in` lies at in[row * cols + col].
//
// There is one block of 32 × 8 threads for each tile of 32 × 32 elements: blockIdx.x counts tiles from left to right,
// blockIdx.y from top to bottom. Threads that are neighbours in threadIdx.x should touch neighbouring elements, when
// they read and when they write. So the tile goes through shared memory and is turned there.
namespace oprt::transpose::nvidia {

constexpr int TILE = 32;       // Rows and columns of a tile. A warp is one of its rows.
constexpr int BLOCK_ROWS = 8;  // A block has 32 × 8 threads, so each thread moves 4 elements of the tile.

template <typename T>
__global__ void transpose_kernel(T *out, const T *in, int64_t rows, int64_t cols) {
    __shared__ T tile[TILE][TILE];  // TODO 5: See below.

    // TODO 1: At which row and at which column of `in` does this block's tile begin?
    // TODO 2: Load the tile: row k of it for k = threadIdx.y, threadIdx.y + BLOCK_ROWS, … below TILE, with threadIdx.x
    //         as the column. At the edges of the matrix, parts of a tile lie outside.
    // TODO 3: From here on threads read what other threads loaded. What must stand in between?
    // TODO 4: Store the tile: where does it begin in `out`? threadIdx.x counts along a row of `out` now. Which element
    //         of the tile belongs there, and what is outside?
    // TODO 5: When every test passes, run `camp profile transpose`. One more column in `tile` makes it faster. Why?
}

}  // namespace oprt::transpose::nvidia
