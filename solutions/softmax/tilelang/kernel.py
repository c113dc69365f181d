import tilelang
import tilelang.language as T

# out[row, col] = exp(src[row, col] - max) / sum, where max is the largest entry of the row and sum adds up the
# exponentials of the row, for each of the N rows; M is a multiple of BLOCK_M.
#
# Online softmax: one pass over the row finds max and sum together, a second one writes. Together the two numbers are the
# row's log-sum-exp, log(Σ exp(x)) = max + log(sum); kept apart they lose no digits when the entries are large.

# exp(x) = 2 ** (x * log2(e)): a GPU has an instruction for powers of 2, and multiplies by this number for those of e.
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

        # A maximum starts at -infinity: 0 would be wrong for a row of negative entries.
        T.fill(largest, -T.infinity(T.float32))
        T.clear(total)

        for k in T.Serial(T.ceildiv(M, BLOCK_M)):
            T.copy(src[bx * BLOCK_N, k * BLOCK_M], tile)
            T.copy(largest, previous)
            T.reduce_max(tile, largest, dim=1, clear=False)
            # exp(x - largest) = exp(x - previous) * exp(previous - largest), so the sum so far is rescaled by the second
            # factor. It is 1 when the maximum has stayed the same, and exp(-infinity) = 0 before the first tile.
            for i in T.Parallel(BLOCK_N):
                total[i] *= T.exp2((previous[i] - largest[i]) * LOG2_E)
            for i, j in T.Parallel(BLOCK_N, BLOCK_M):
                tile[i, j] = T.exp2((tile[i, j] - largest[i]) * LOG2_E)
            T.reduce_sum(tile, total, dim=1, clear=False)

        for k in T.Serial(T.ceildiv(M, BLOCK_M)):
            T.copy(src[bx * BLOCK_N, k * BLOCK_M], tile)
            for i, j in T.Parallel(BLOCK_N, BLOCK_M):
                tile[i, j] = T.exp2((tile[i, j] - largest[i]) * LOG2_E) / total[i]
            T.copy(tile, out[bx * BLOCK_N, k * BLOCK_M])

    return out
