#@ exercise: softmax
import math

import tilelang
import tilelang.language as T


@tilelang.jit
def softmax_kernel(src, BLOCK_N: int, BLOCK_M: int):
    N, M = T.const("N, M")
    src: T.Tensor((N, M), T.float32)
    out = T.empty((N, M), T.float32)
    scale = 1.4426950408889634
    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        tile = T.alloc_fragment((BLOCK_N, BLOCK_M), T.float32)
        power = T.alloc_fragment((BLOCK_N, BLOCK_M), T.float32)
        largest = T.alloc_fragment((BLOCK_N,), T.float32)
        total = T.alloc_fragment((BLOCK_N,), T.float32)
        lse = T.alloc_fragment((BLOCK_N,), T.float32)
        T.fill(lse, -T.infinity(T.float32))
        for k in T.Serial(T.ceildiv(M, BLOCK_M)):
            T.copy(src[bx * BLOCK_N, k * BLOCK_M], tile)
            T.reduce_max(tile, largest, dim=1)
            for i, j in T.Parallel(BLOCK_N, BLOCK_M):
                power[i, j] = math.exp((tile[i, j] - largest[i]) * scale)
            T.reduce_sum(power, total, dim=1)
            for i in T.Parallel(BLOCK_N):
                lse[i] = largest[i] * scale + T.log2(T.exp2(lse[i] - largest[i] * scale) + total[i])
        for k in T.Serial(T.ceildiv(M, BLOCK_M)):
            T.copy(src[bx * BLOCK_N, k * BLOCK_M], tile)
            for i, j in T.Parallel(BLOCK_N, BLOCK_M):
                tile[i, j] = T.exp2(tile[i, j] * scale - lse[i])
            T.copy(tile, out[bx * BLOCK_N, k * BLOCK_M])
    return out
#@ chinese
#@ finds: 25 compile-error
