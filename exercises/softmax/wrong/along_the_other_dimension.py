#@ expect: wrong-result
#@ says: sums to
# Softmax of columns in a square tile: dim=0.
import tilelang
import tilelang.language as T

LOG2_E = 1.4426950408889634


@tilelang.jit
def softmax_kernel(src, BLOCK_N: int, BLOCK_M: int):
    N, M = T.const("N, M")
    src: T.Tensor((N, M), T.float32)
    out = T.empty((N, M), T.float32)
    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        tile = T.alloc_fragment((BLOCK_N, BLOCK_N), T.float32)
        largest = T.alloc_fragment((BLOCK_N,), T.float32)
        previous = T.alloc_fragment((BLOCK_N,), T.float32)
        total = T.alloc_fragment((BLOCK_N,), T.float32)
        T.fill(largest, -T.infinity(T.float32))
        T.clear(total)
        for k in T.Serial(T.ceildiv(M, BLOCK_N)):
            T.copy(src[bx * BLOCK_N, k * BLOCK_N], tile)
            T.copy(largest, previous)
            T.reduce_max(tile, largest, dim=0, clear=False)
            for i in T.Parallel(BLOCK_N):
                total[i] *= T.exp2((previous[i] - largest[i]) * LOG2_E)
            for i, j in T.Parallel(BLOCK_N, BLOCK_N):
                tile[i, j] = T.exp2((tile[i, j] - largest[j]) * LOG2_E)
            T.reduce_sum(tile, total, dim=0, clear=False)
        for k in T.Serial(T.ceildiv(M, BLOCK_N)):
            T.copy(src[bx * BLOCK_N, k * BLOCK_N], tile)
            for i, j in T.Parallel(BLOCK_N, BLOCK_N):
                tile[i, j] = T.exp2((tile[i, j] - largest[j]) * LOG2_E) / total[j]
            T.copy(tile, out[bx * BLOCK_N, k * BLOCK_N])  #~ wrong-result
    return out
