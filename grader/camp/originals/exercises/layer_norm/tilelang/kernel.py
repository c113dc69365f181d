import tilelang
import tilelang.language as T

# Task: out[row, col] = (src[row, col] - mean) / sqrt(variance + eps) * gamma[col] + beta[col], for each of the N rows. mean is
# the mean of the row, variance the mean of the squares (src[row, col] - mean)². gamma and beta have one value for each column.
#
# A row may be longer than a tile, so a block goes over the tiles of its rows three times: for the mean, for the variance,
# and to write. Some rows hold large numbers that are close together, such as 10000.1 and 10000.9: mean of squares minus square
# of the mean has no digits left there.
#
# In the tests M is a multiple of 128: T.copy fills what lies outside of the matrix with 0, and (0 - mean)² would be
# counted. N may be anything: rows beyond the last are computed and not stored.
#
# Keep the function's name, its parameters, and that it returns `out`.


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

        # TODO 1: Both sums start at 0.

        for k in T.Serial(T.ceildiv(M, BLOCK_M)):
            T.copy(src[bx * BLOCK_N, k * BLOCK_M], tile)
            # TODO 2: Add the rows of the tile up into `mean`. Behind the loop: divide by M.

        # TODO 3: Go over the tiles again, and add the squares of the distances from the mean up into `factor`. Then make
        #         it 1 / sqrt(variance + eps): there is T.rsqrt.
        # TODO 4: Go over the tiles a third time: load the tile, and its part of gamma and beta; compute; store.

    return out
