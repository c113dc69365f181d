import tilelang
import tilelang.language as T

# Task: out[row, col] = exp(src[row, col] - max) / sum, where max is the largest entry of the row and sum adds up the
# exponentials of the row, for each of the N rows.
#
# A row may be longer than a tile, so a block goes over the tiles of its rows twice: once for max and sum, once to write.
# The first time both come out of one pass, "online": whenever a tile brings a larger maximum, the sum so far, which
# belongs to the old one, is rescaled.
#
# In the tests M is a multiple of 128: T.copy fills what lies outside of the matrix with 0, and exp(0 - max) would be
# counted. N may be anything: rows beyond the last are computed and not stored.
#
# Keep the function's name, its parameters, and that it returns `out`.

# A GPU computes powers of 2, not of e: exp(x) = 2 ** (x * log2(e)).
LOG2_E = 1.4426950408889634


@tilelang.jit
def softmax_kernel(src, BLOCK_N: int, BLOCK_M: int):
    N, M = T.const("N, M")
    src: T.Tensor((N, M), T.float32)
    out = T.empty((N, M), T.float32)

    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        tile = T.alloc_fragment((BLOCK_N, BLOCK_M), T.float32)
        largest = T.alloc_fragment((BLOCK_N,), T.float32)  # The largest entry of each row so far …
        previous = T.alloc_fragment((BLOCK_N,), T.float32)  # … and before this tile.
        total = T.alloc_fragment((BLOCK_N,), T.float32)  # The sum of exp(x - largest) so far.

        # TODO 1: With which numbers do `largest` and `total` start? T.fill and T.clear set a whole fragment.

        for k in T.Serial(T.ceildiv(M, BLOCK_M)):
            T.copy(src[bx * BLOCK_N, k * BLOCK_M], tile)
            # TODO 2: Keep `largest` in `previous`, then bring it up to date with T.reduce_max.
            # TODO 3: `total` was computed with `previous`. By what must it be multiplied to fit `largest`?
            # TODO 4: Replace the tile's entries by T.exp2((x - largest) * LOG2_E), and add its rows up into `total`.

        # TODO 5: Go over the tiles again: load, compute exp(x - largest) / total, store.

    return out
