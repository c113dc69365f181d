import tilelang
import tilelang.language as T

# out[row] = src[row, 0] + … + src[row, M-1], for each of the N rows.
#
# A block takes BLOCK_N rows and goes over their columns tile by tile. Only one tile and one number per row are kept, so a
# row may be as long as it likes.


@tilelang.jit
def reduce_sum_kernel(src, BLOCK_N: int, BLOCK_M: int):
    N, M = T.const("N, M")
    src: T.Tensor((N, M), T.float32)
    out = T.empty((N,), T.float32)

    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        tile = T.alloc_fragment((BLOCK_N, BLOCK_M), T.float32)
        total = T.alloc_fragment((BLOCK_N,), T.float32)

        # Registers hold anything at first.
        T.clear(total)
        # T.Serial: each pass needs what the one before it left in `total`, so all threads go through them together, in
        # order. T.Parallel would be wrong here.
        for k in T.Serial(T.ceildiv(M, BLOCK_M)):
            # Outside of the matrix this loads zeros, which change no sum.
            T.copy(src[bx * BLOCK_N, k * BLOCK_M], tile)
            # dim=1: the columns go away, one number per row is left. Each thread adds up its own elements first, then
            # those that share a row exchange their sums. clear=False: on top of what `total` holds.
            T.reduce_sum(tile, total, dim=1, clear=False)
        T.copy(total, out[bx * BLOCK_N])

    return out
