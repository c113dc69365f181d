#@ exercise: reduce_sum
#@ bug: tile-ai/tilelang#2305
#@ fixed
import tilelang
import tilelang.language as T


@tilelang.jit
def reduce_sum_kernel(src, BLOCK_N: int, BLOCK_M: int):
    N, M = T.const("N, M")
    src: T.Tensor((N, M), T.float16)
    out = T.empty((N,), T.float16)
    BN, BM = 1, 768
    with T.Kernel(T.ceildiv(N, BN), threads=128) as bx:
        tile = T.alloc_fragment((BN, BM), T.float16)
        total = T.alloc_fragment((BN,), T.float16)
        T.copy(src[bx * BN, 0], tile)
        T.reduce_absmax(tile, total, dim=1)
        T.copy(total, out[bx * BN])
    return out
