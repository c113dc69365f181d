#@ expect: wrong-result
#@ says: holds the value that belongs to column c + 1
# One row further down is read.
import tilelang
import tilelang.language as T


@tilelang.jit
def transpose_kernel(src, BLOCK_N: int, BLOCK_M: int, dtype):
    N, M = T.const("N, M")
    src: T.Tensor((N, M), dtype)
    out = T.empty((M, N), dtype)
    with T.Kernel(T.ceildiv(M, BLOCK_M), T.ceildiv(N, BLOCK_N), threads=256) as (bx, by):
        tile = T.alloc_shared((BLOCK_N, BLOCK_M), dtype)
        T.copy(src[by * BLOCK_N + 1, bx * BLOCK_M], tile)
        for i, j in T.Parallel(BLOCK_M, BLOCK_N):
            out[bx * BLOCK_M + i, by * BLOCK_N + j] = tile[j, i]  #~ wrong-result
    return out
