import tilelang
import tilelang.language as T

# out[row, col] = (src[row, col] - mean) / sqrt(variance + eps) * gamma[col] + beta[col], where mean is the mean of the row and
# variance the mean of the squares (src[row, col] - mean)², for each of the N rows; M is a multiple of BLOCK_M.
#
# Three passes over the tiles of a row: the variance waits for the mean. Mean of squares minus square of the mean would need
# two, and loses its digits where the entries are large and close together.


@tilelang.jit
def layer_norm_kernel(src, gamma, beta, BLOCK_N: int, BLOCK_M: int, eps: float):
    N, M = T.const("N, M")
    src: T.Tensor((N, M), T.float32)
    gamma: T.Tensor((M,), T.float32)
    beta: T.Tensor((M,), T.float32)
    out = T.empty((N, M), T.float32)

    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        tile = T.alloc_fragment((BLOCK_N, BLOCK_M), T.float32)
        mean = T.alloc_fragment((BLOCK_N,), T.float32)  # First the sum of each row's entries, then their mean.
        factor = T.alloc_fragment((BLOCK_N,), T.float32)  # First the sum of the squares, then 1 / sqrt(variance + eps).
        scale = T.alloc_fragment((BLOCK_M,), T.float32)  # The part of gamma that belongs to the tile …
        shift = T.alloc_fragment((BLOCK_M,), T.float32)  # … and that of beta.

        T.clear(mean)
        T.clear(factor)

        for k in T.Serial(T.ceildiv(M, BLOCK_M)):
            T.copy(src[bx * BLOCK_N, k * BLOCK_M], tile)
            T.reduce_sum(tile, mean, dim=1, clear=False)
        for i in T.Parallel(BLOCK_N):
            mean[i] = mean[i] / M

        # The distances from the mean are small numbers, however large the entries are.
        for k in T.Serial(T.ceildiv(M, BLOCK_M)):
            T.copy(src[bx * BLOCK_N, k * BLOCK_M], tile)
            for i, j in T.Parallel(BLOCK_N, BLOCK_M):
                tile[i, j] = (tile[i, j] - mean[i]) * (tile[i, j] - mean[i])
            T.reduce_sum(tile, factor, dim=1, clear=False)
        for i in T.Parallel(BLOCK_N):
            factor[i] = T.rsqrt(factor[i] / M + eps)

        for k in T.Serial(T.ceildiv(M, BLOCK_M)):
            T.copy(src[bx * BLOCK_N, k * BLOCK_M], tile)
            # All rows use the same parameters: one load of them serves the whole tile.
            T.copy(gamma[k * BLOCK_M], scale)
            T.copy(beta[k * BLOCK_M], shift)
            for i, j in T.Parallel(BLOCK_N, BLOCK_M):
                tile[i, j] = (tile[i, j] - mean[i]) * factor[i] * scale[j] + shift[j]
            T.copy(tile, out[bx * BLOCK_N, k * BLOCK_M])

    return out
