import tilelang
import tilelang.language as T

# 对 N 行中的每一行，令 out[row, col] = (src[row, col] - mean) / sqrt(variance + eps) * gamma[col] + beta[col]，其中 mean 是这一行
# 的平均值，variance 是 (src[row, col] - mean)² 的平均值；M 是 BLOCK_M 的倍数。
#
# 对一行的数据块处理三遍：方差要等平均值。用“平方的平均值减去平均值的平方”只要两遍，但当元素很大又彼此接近时，
# 有效数字会丢光。


@tilelang.jit
def layer_norm_kernel(src, gamma, beta, BLOCK_N: int, BLOCK_M: int, eps: float):
    N, M = T.const("N, M")
    src: T.Tensor((N, M), T.float32)
    gamma: T.Tensor((M,), T.float32)
    beta: T.Tensor((M,), T.float32)
    out = T.empty((N, M), T.float32)

    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        tile = T.alloc_fragment((BLOCK_N, BLOCK_M), T.float32)
        mean = T.alloc_fragment((BLOCK_N,), T.float32)  # 先是每一行的元素之和，然后是平均值。
        factor = T.alloc_fragment((BLOCK_N,), T.float32)  # 先是平方和，然后是 1 / sqrt(variance + eps)。
        scale = T.alloc_fragment((BLOCK_M,), T.float32)  # gamma 中属于这个数据块的部分……
        shift = T.alloc_fragment((BLOCK_M,), T.float32)  # ……以及 beta 的。

        T.clear(mean)
        T.clear(factor)

        for k in T.Serial(T.ceildiv(M, BLOCK_M)):
            T.copy(src[bx * BLOCK_N, k * BLOCK_M], tile)
            T.reduce_sum(tile, mean, dim=1, clear=False)
        for i in T.Parallel(BLOCK_N):
            mean[i] = mean[i] / M

        # 不管元素有多大，它们与平均值之差都是小的数。
        for k in T.Serial(T.ceildiv(M, BLOCK_M)):
            T.copy(src[bx * BLOCK_N, k * BLOCK_M], tile)
            for i, j in T.Parallel(BLOCK_N, BLOCK_M):
                tile[i, j] = (tile[i, j] - mean[i]) * (tile[i, j] - mean[i])
            T.reduce_sum(tile, factor, dim=1, clear=False)
        for i in T.Parallel(BLOCK_N):
            factor[i] = T.rsqrt(factor[i] / M + eps)

        for k in T.Serial(T.ceildiv(M, BLOCK_M)):
            T.copy(src[bx * BLOCK_N, k * BLOCK_M], tile)
            # 所有的行都用同样的参数：载入一次，整个数据块都能用。
            T.copy(gamma[k * BLOCK_M], scale)
            T.copy(beta[k * BLOCK_M], shift)
            for i, j in T.Parallel(BLOCK_N, BLOCK_M):
                tile[i, j] = (tile[i, j] - mean[i]) * factor[i] * scale[j] + shift[j]
            T.copy(tile, out[bx * BLOCK_N, k * BLOCK_M])

    return out
