#@ exercise: reduce_sum
#@ bug: tile-ai/tilelang#2408
#@ fixed
import tilelang
import tilelang.language as T


@tilelang.jit
def reduce_sum_kernel(src, BLOCK_N: int, BLOCK_M: int):
    N, M = T.const("N, M")
    src: T.Tensor((N, M), T.float32)
    out = T.empty((N,), T.float32)
    BN, BM = 16, 64
    with T.Kernel(T.ceildiv(N, BN), threads=128) as bx:
        tile = T.alloc_fragment((BN, BM), T.float32)
        total = T.alloc_fragment((BN,), T.float32)
        total2 = T.alloc_reducer((BN,), T.float32, op="sum", replication="all")
        T.clear(total2)
        T.copy(src[bx * BN, 0], tile)
        for i, j in T.Parallel(BN, BM):
            total2[i] += tile[i, j]
        T.finalize_reducer(total2)
        T.copy(total2, total)
        T.copy(total, out[bx * BN])
    return out
