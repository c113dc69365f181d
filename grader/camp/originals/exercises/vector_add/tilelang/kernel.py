import tilelang
import tilelang.language as T

# Task: out[i] = a[i] + b[i] for i = 0 … N-1, for any N.
#
# Most TileLang kernels have three steps: load tiles from global memory, compute, store the result. Here the tiles lie in
# fragments: each thread of the block keeps a few of their elements in its registers, and TileLang knows who has which.
# Loading what lies beyond the end gives 0, and nothing is stored there.
#
# Keep the function's name, its parameters, and that it returns `out`.


@tilelang.jit
def vector_add_kernel(a, b, BLOCK_N: int, dtype):
    N = T.const("N")
    a: T.Tensor((N,), dtype)
    b: T.Tensor((N,), dtype)
    out = T.empty((N,), dtype)

    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        a_tile = T.alloc_fragment((BLOCK_N,), dtype)
        b_tile = T.alloc_fragment((BLOCK_N,), dtype)

        # TODO 1: Load this block's tiles. T.copy(a[first], a_tile) copies as many elements as a_tile has, beginning at
        #         element `first` of a.
        # TODO 2: Add b_tile to a_tile, element by element, in a T.Parallel loop.
        # TODO 3: Store a_tile to where it belongs in out, with T.copy the other way round.

    return out
