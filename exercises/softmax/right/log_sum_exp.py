# The sum kept as a logarithm, relative to the running maximum.
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
        log_total = T.alloc_fragment((BLOCK_N,), T.float32)
        part = T.alloc_fragment((BLOCK_N,), T.float32)
        T.fill(largest, -T.infinity(T.float32))
        T.fill(log_total, -T.infinity(T.float32))
        for k in T.Serial(T.ceildiv(M, BLOCK_M)):
            T.copy(src[bx * BLOCK_N, k * BLOCK_M], tile)
            T.copy(largest, previous)
            T.reduce_max(tile, largest, dim=1, clear=False)
            for i, j in T.Parallel(BLOCK_N, BLOCK_M):
                tile[i, j] = T.exp2((tile[i, j] - largest[i]) * LOG2_E)
            T.reduce_sum(tile, part, dim=1, clear=True)
            for i in T.Parallel(BLOCK_N):
                log_total[i] = T.log2(T.exp2(log_total[i] + (previous[i] - largest[i]) * LOG2_E) + part[i])
        for k in T.Serial(T.ceildiv(M, BLOCK_M)):
            T.copy(src[bx * BLOCK_N, k * BLOCK_M], tile)
            for i, j in T.Parallel(BLOCK_N, BLOCK_M):
                tile[i, j] = T.exp2((tile[i, j] - largest[i]) * LOG2_E - log_total[i])
            T.copy(tile, out[bx * BLOCK_N, k * BLOCK_M])
    return out
