# Tiles of its own, whatever the arguments say.
import tilelang
import tilelang.language as T


@tilelang.jit
def reduce_sum_kernel(src, BLOCK_N: int, BLOCK_M: int):
    N, M = T.const("N, M")
    src: T.Tensor((N, M), T.float32)
    out = T.empty((N,), T.float32)
    with T.Kernel(T.ceildiv(N, 8), threads=128) as bx:
        tile = T.alloc_fragment((8, 256), T.float32)
        total = T.alloc_fragment((8,), T.float32)
        T.clear(total)
        for k in T.Serial(T.ceildiv(M, 256)):
            T.copy(src[bx * 8, k * 256], tile)
            T.reduce_sum(tile, total, dim=1, clear=False)
        T.copy(total, out[bx * 8])
    return out
