#@ expect: uninitialized-read
#@ says: previous
# `previous` is never given a value.
import tilelang
import tilelang.language as T

LOG2_E = 1.4426950408889634


@tilelang.jit
def softmax_kernel(src, BLOCK_N: int, BLOCK_M: int):
    N, M = T.const("N, M")
    src: T.Tensor((N, M), T.float32)
    out = T.empty((N, M), T.float32)
    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        tile = T.alloc_fragment((BLOCK_N, BLOCK_M), T.float32)
        largest = T.alloc_fragment((BLOCK_N,), T.float32)
        previous = T.alloc_fragment((BLOCK_N,), T.float32)
        total = T.alloc_fragment((BLOCK_N,), T.float32)
        T.fill(largest, -T.infinity(T.float32))
        T.clear(total)
        for k in T.Serial(T.ceildiv(M, BLOCK_M)):
            T.copy(src[bx * BLOCK_N, k * BLOCK_M], tile)
            T.reduce_max(tile, largest, dim=1, clear=False)
            for i in T.Parallel(BLOCK_N):
                total[i] *= T.exp2((previous[i] - largest[i]) * LOG2_E)
            for i, j in T.Parallel(BLOCK_N, BLOCK_M):
                tile[i, j] = T.exp2((tile[i, j] - largest[i]) * LOG2_E)
            T.reduce_sum(tile, total, dim=1, clear=False)
        for k in T.Serial(T.ceildiv(M, BLOCK_M)):
            T.copy(src[bx * BLOCK_N, k * BLOCK_M], tile)
            for i, j in T.Parallel(BLOCK_N, BLOCK_M):
                tile[i, j] = T.exp2((tile[i, j] - largest[i]) * LOG2_E) / total[i]  #~ uninitialized-read
            T.copy(tile, out[bx * BLOCK_N, k * BLOCK_M])
    return out
