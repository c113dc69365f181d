import tilelang
import tilelang.language as T

# Task: out[col, row] = src[row, col] for an N × M matrix, for any N and M.
#
# Each block has a tile of BLOCK_N rows and BLOCK_M columns. It should be loaded along the rows of src and stored along
# the rows of out, so that both times neighbouring threads move neighbouring elements. So it goes through shared memory,
# where every thread reaches every element. Tiles may reach beyond the edges: what would lie outside is neither read nor
# written.
#
# Keep the function's name, its parameters, and that it returns `out`. The rest is yours, the number of threads too.


@tilelang.jit
def transpose_kernel(src, BLOCK_N: int, BLOCK_M: int, dtype):
    N, M = T.const("N, M")
    src: T.Tensor((N, M), dtype)
    out = T.empty((M, N), dtype)

    # bx counts the tiles from left to right, by from top to bottom.
    with T.Kernel(T.ceildiv(M, BLOCK_M), T.ceildiv(N, BLOCK_N), threads=256) as (bx, by):
        tile = T.alloc_shared((BLOCK_N, BLOCK_M), dtype)

        # TODO 1: Load the tile with T.copy. At which row and column of src does it begin?
        # TODO 2: Where does it begin in out, and how many rows and columns does it have there?
        # TODO 3: Go over it as it lies in out: `for i, j in T.Parallel(…, …):`. Which element of the tile belongs at
        #         row i, column j?
        # TODO 4: When every test passes, run `camp profile transpose --backend tilelang`. What do the lanes wait for?
        #         The third hint says what helps.

    return out
