import tilelang
import tilelang.language as T

# out[col, row] = src[row, col] for an N × M matrix.
#
# One block per tile of BLOCK_N rows and BLOCK_M columns. The tile is loaded along the rows of src and stored along the
# rows of out; rows and columns are exchanged in shared memory, where every thread reaches every element.


@tilelang.jit
def transpose_kernel(src, BLOCK_N: int, BLOCK_M: int, dtype):
    N, M = T.const("N, M")
    src: T.Tensor((N, M), dtype)
    out = T.empty((M, N), dtype)

    # bx counts the tiles from left to right, by from top to bottom.
    with T.Kernel(T.ceildiv(M, BLOCK_M), T.ceildiv(N, BLOCK_N), threads=256) as (bx, by):
        tile = T.alloc_shared((BLOCK_N, BLOCK_M), dtype)
        # Stored row by row, the elements of a column would lie in one bank of shared memory, and a warp that reads them
        # would take 32 turns. This layout exchanges pieces of 16 bytes within each row, so that 8 banks or more share
        # the work: 4 turns, and rows are still moved 16 bytes at a time. The indices stay the same: TileLang translates
        # them.
        T.annotate_layout({tile: tilelang.layout.make_swizzled_layout(tile)})

        T.copy(src[by * BLOCK_N, bx * BLOCK_M], tile)

        # TileLang puts a barrier here: the tile is complete before anyone reads what another thread has loaded.
        # In out the tile has BLOCK_M rows of BLOCK_N elements, and begins where rows and columns have changed places.
        for i, j in T.Parallel(BLOCK_M, BLOCK_N):
            out[bx * BLOCK_M + i, by * BLOCK_N + j] = tile[j, i]

    return out
