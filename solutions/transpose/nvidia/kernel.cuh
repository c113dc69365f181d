#pragma once
#include <stdint.h>

// out[col][row] = in[row][col]: the transpose of a rows × cols matrix stored row by row.
//
// Each block takes a tile of 32 × 32 elements through shared memory. It reads the tile along the rows of `in` and
// writes it along the rows of `out`, so that both times neighbouring threads touch neighbouring elements. Rows
// and columns change places in shared memory, where any order costs the same, as long as the banks differ.
namespace oprt::transpose::nvidia {

constexpr int TILE = 32;       // Rows and columns of a tile. A warp is one of its rows.
constexpr int BLOCK_ROWS = 8;  // A block has 32 × 8 threads, so each thread moves 4 elements of the tile.

template <typename T>
__global__ void transpose_kernel(T *out, const T *in, int64_t rows, int64_t cols) {
    // The last column is never used. Without it, the 32 elements of a column lie in one bank, and a warp that reads them
    // has to wait 32 times; with it, each row is moved by one bank.
    __shared__ T tile[TILE][TILE + 1];

    // The tile's upper left corner in `in`. int64_t first: indices of large matrices do not fit into 32 bits.
    int64_t first_row = static_cast<int64_t>(blockIdx.y) * TILE;
    int64_t first_col = static_cast<int64_t>(blockIdx.x) * TILE;

    // In: threadIdx.x counts along a row of `in`.
    int64_t col = first_col + threadIdx.x;
    for (int k = threadIdx.y; k < TILE; k += BLOCK_ROWS) {
        int64_t row = first_row + k;
        if (row < rows && col < cols) {
            tile[k][threadIdx.x] = in[row * cols + col];
        }
    }

    // The thread that needs an element is not the one that loaded it. All threads come by here, also those without an
    // element.
    __syncthreads();

    // Out: threadIdx.x counts along a row of `out`, which is a column of `in`. So it is now the row that threadIdx.x
    // chooses, and k the column; the tests change sides with them.
    int64_t out_col = first_row + threadIdx.x;
    for (int k = threadIdx.y; k < TILE; k += BLOCK_ROWS) {
        int64_t out_row = first_col + k;
        if (out_row < cols && out_col < rows) {
            out[out_row * rows + out_col] = tile[threadIdx.x][k];
        }
    }
}

}  // namespace oprt::transpose::nvidia
