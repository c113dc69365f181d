# The tile lies in shared memory as in out.
import tilelang
import tilelang.language as T


@tilelang.jit
def transpose_kernel(src, BLOCK_N: int, BLOCK_M: int, dtype):
    N, M = T.const("N, M")
    src: T.Tensor((N, M), dtype)
    out = T.empty((M, N), dtype)
    with T.Kernel(T.ceildiv(M, BLOCK_M), T.ceildiv(N, BLOCK_N), threads=256) as (bx, by):
        tile = T.alloc_shared((BLOCK_M, BLOCK_N), dtype)
        for i, j in T.Parallel(BLOCK_N, BLOCK_M):
            tile[j, i] = src[by * BLOCK_N + i, bx * BLOCK_M + j]
        T.copy(tile, out[bx * BLOCK_M, by * BLOCK_N])
    return out
