# By way of a fragment.
import tilelang
import tilelang.language as T


@tilelang.jit
def relu_kernel(src, slope: float, BLOCK_N: int, dtype):
    N = T.const("N")
    src: T.Tensor((N,), dtype)
    out = T.empty((N,), dtype)
    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        tile = T.alloc_fragment((BLOCK_N,), dtype)
        T.copy(src[bx * BLOCK_N : (bx + 1) * BLOCK_N], tile)
        for i in T.Parallel(BLOCK_N):
            tile[i] = T.if_then_else(tile[i] > 0, tile[i], slope * tile[i])
        T.copy(tile, out[bx * BLOCK_N : (bx + 1) * BLOCK_N])
    return out
