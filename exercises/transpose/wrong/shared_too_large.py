#@ expect: launch-failure
#@ says: shared memory
#@ line: none
# A tile for sixteen blocks does not fit into shared memory.
import tilelang
import tilelang.language as T


@tilelang.jit
def transpose_kernel(src, BLOCK_N: int, BLOCK_M: int, dtype):
    N, M = T.const("N, M")
    src: T.Tensor((N, M), dtype)
    out = T.empty((M, N), dtype)
    with T.Kernel(T.ceildiv(M, BLOCK_M), T.ceildiv(N, BLOCK_N), threads=256) as (bx, by):
        tile = T.alloc_shared((16 * BLOCK_N, 4 * BLOCK_M), dtype)
        for i, j in T.Parallel(BLOCK_N, BLOCK_M):
            tile[15 * BLOCK_N + i, 3 * BLOCK_M + j] = src[by * BLOCK_N + i, bx * BLOCK_M + j]
        for i, j in T.Parallel(BLOCK_M, BLOCK_N):
            out[bx * BLOCK_M + i, by * BLOCK_N + j] = tile[15 * BLOCK_N + j, 3 * BLOCK_M + i]
    return out
