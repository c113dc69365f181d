#@ exercise: reduce_sum
#@ bug: tile-ai/tilelang#1374
import tilelang
import tilelang.language as T


@tilelang.jit
def reduce_sum_kernel(src, BLOCK_N: int, BLOCK_M: int):
    N, M = T.const("N, M")
    src: T.Tensor((N, M), T.float32)
    out = T.empty((N,), T.float32)
    BN, BM = 16, 448
    with T.Kernel(T.ceildiv(N, BN), threads=128) as bx:
        tile = T.alloc_fragment((BN, BM), T.float32)
        total = T.alloc_fragment((BN,), T.float32)
        part = T.alloc_fragment((16, 14), T.float32)
        T.clear(part)
        T.copy(src[bx * BN, 0], tile)
        for i, j in T.Parallel(16, 448):
            part[i, j // 32] += tile[i, j]
        T.reduce_sum(part, total, dim=1)
        T.copy(total, out[bx * BN])
    return out
#@ finds: 21 unsupported-instruction
