# A running sum over each tile, whose last column holds the tile's sum. It needs more of TileLang's headers than others.
import tilelang
import tilelang.language as T


@tilelang.jit
def reduce_sum_kernel(src, BLOCK_N: int, BLOCK_M: int):
    N, M = T.const("N, M")
    src: T.Tensor((N, M), T.float32)
    out = T.empty((N,), T.float32)
    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        tile = T.alloc_shared((BLOCK_N, BLOCK_M), T.float32)
        total = T.alloc_fragment((BLOCK_N,), T.float32)
        T.clear(total)
        for k in T.Serial(T.ceildiv(M, BLOCK_M)):
            T.copy(src[bx * BLOCK_N, k * BLOCK_M], tile)
            T.cumsum(tile, dim=1)
            for i in T.Parallel(BLOCK_N):
                total[i] += tile[i, BLOCK_M - 1]
        T.copy(total, out[bx * BLOCK_N])
    return out
