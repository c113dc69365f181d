import tilelang
import tilelang.language as T

# Task: out[i] = src[i] for i = 0 … N-1, for any N.
#
# In TileLang you write what one block does with its tile, here BLOCK_N elements; TileLang divides the work among the
# threads of the block. The last tile may reach beyond the end of the arrays: what would lie outside is neither read nor
# written, so no test is needed.
#
# Keep the function's name, its parameters, and that it returns `out`. The rest is yours, the number of threads too.


@tilelang.jit
def copy_kernel(src, BLOCK_N: int, dtype):
    N = T.const("N")
    src: T.Tensor((N,), dtype)
    out = T.empty((N,), dtype)

    # As many blocks as there are tiles, rounded up. bx is the number of this block.
    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        # TODO 1: At which element does the tile of block bx begin?
        # TODO 2: Go over its elements: `for i in T.Parallel(BLOCK_N):` gives each i to one of the threads.
        # TODO 3: In the loop, copy element i of the tile from src to out.
        pass

    return out
