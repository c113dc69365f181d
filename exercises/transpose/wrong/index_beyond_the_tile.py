#@ expect: wrong-result
#@ says: All wrong elements of `out` hold 0
# tile[i, j] with j up to BLOCK_N, though a row of the tile has BLOCK_M elements.
import tilelang
import tilelang.language as T


@tilelang.jit
def transpose_kernel(src, BLOCK_N: int, BLOCK_M: int, dtype):
    N, M = T.const("N, M")
    src: T.Tensor((N, M), dtype)
    out = T.empty((M, N), dtype)
    with T.Kernel(T.ceildiv(M, BLOCK_M), T.ceildiv(N, BLOCK_N), threads=256) as (bx, by):
        tile = T.alloc_shared((BLOCK_N, BLOCK_M), dtype)
        T.copy(src[by * BLOCK_N, bx * BLOCK_M], tile)
        for i, j in T.Parallel(BLOCK_M, BLOCK_N):
            out[bx * BLOCK_M + i, by * BLOCK_N + j] = tile[i, j]  #~ wrong-result
    return out
