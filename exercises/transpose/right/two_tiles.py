# A second tile in shared memory, turned, and T.copy at both ends.
import tilelang
import tilelang.language as T


@tilelang.jit
def transpose_kernel(src, BLOCK_N: int, BLOCK_M: int, dtype):
    N, M = T.const("N, M")
    src: T.Tensor((N, M), dtype)
    out = T.empty((M, N), dtype)
    with T.Kernel(T.ceildiv(M, BLOCK_M), T.ceildiv(N, BLOCK_N), threads=256) as (bx, by):
        tile = T.alloc_shared((BLOCK_N, BLOCK_M), dtype)
        turned = T.alloc_shared((BLOCK_M, BLOCK_N), dtype)
        T.copy(src[by * BLOCK_N, bx * BLOCK_M], tile)
        for i, j in T.Parallel(BLOCK_M, BLOCK_N):
            turned[i, j] = tile[j, i]
        T.copy(turned, out[bx * BLOCK_M, by * BLOCK_N])
    return out
