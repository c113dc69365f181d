#@ exercise: reduce_sum
#@ bug: tile-ai/tilelang#2399
import tilelang
import tilelang.language as T


@tilelang.jit
def reduce_sum_kernel(src, BLOCK_N: int, BLOCK_M: int):
    N, M = T.const("N, M")
    src: T.Tensor((N, M), T.float32)
    out = T.empty((N,), T.float32)
    BN, BM = 1, 96
    with T.Kernel(T.ceildiv(N, BN), threads=128) as bx:
        tile = T.alloc_fragment((BN, BM), T.float32)
        total = T.alloc_fragment((BN,), T.float32)
        T.copy(src[bx * BN, 0], tile)
        T.reduce_sum(tile, total, dim=1)
        T.copy(total, out[bx * BN])
    return out
#@ finds: 17 unsupported-instruction
