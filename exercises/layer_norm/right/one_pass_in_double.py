# Mean of squares minus square of the mean, in double precision, which has digits to spare.
import tilelang
import tilelang.language as T


@tilelang.jit
def layer_norm_kernel(src, gamma, beta, BLOCK_N: int, BLOCK_M: int, eps: float):
    N, M = T.const("N, M")
    src: T.Tensor((N, M), T.float32)
    gamma: T.Tensor((M,), T.float32)
    beta: T.Tensor((M,), T.float32)
    out = T.empty((N, M), T.float32)
    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        tile = T.alloc_fragment((BLOCK_N, BLOCK_M), T.float32)
        mean = T.alloc_fragment((BLOCK_N,), T.float32)
        factor = T.alloc_fragment((BLOCK_N,), T.float32)
        scale = T.alloc_fragment((BLOCK_M,), T.float32)
        shift = T.alloc_fragment((BLOCK_M,), T.float32)
        wide = T.alloc_fragment((BLOCK_N, BLOCK_M), T.float64)
        total = T.alloc_fragment((BLOCK_N,), T.float64)
        squares = T.alloc_fragment((BLOCK_N,), T.float64)
        T.clear(total)
        T.clear(squares)
        for k in T.Serial(T.ceildiv(M, BLOCK_M)):
            T.copy(src[bx * BLOCK_N, k * BLOCK_M], tile)
            for i, j in T.Parallel(BLOCK_N, BLOCK_M):
                wide[i, j] = T.cast(tile[i, j], T.float64)
            T.reduce_sum(wide, total, dim=1, clear=False)
            for i, j in T.Parallel(BLOCK_N, BLOCK_M):
                wide[i, j] = wide[i, j] * wide[i, j]
            T.reduce_sum(wide, squares, dim=1, clear=False)
        for i in T.Parallel(BLOCK_N):
            mean[i] = T.cast(total[i] / M, T.float32)
            factor[i] = T.rsqrt(T.cast(squares[i] / M - (total[i] / M) * (total[i] / M), T.float32) + eps)
        for k in T.Serial(T.ceildiv(M, BLOCK_M)):
            T.copy(src[bx * BLOCK_N, k * BLOCK_M], tile)
            T.copy(gamma[k * BLOCK_M], scale)
            T.copy(beta[k * BLOCK_M], shift)
            for i, j in T.Parallel(BLOCK_N, BLOCK_M):
                tile[i, j] = (tile[i, j] - mean[i]) * factor[i] * scale[j] + shift[j]
            T.copy(tile, out[bx * BLOCK_N, k * BLOCK_M])
    return out
