import tilelang
import tilelang.language as T

# Task: out[i] = src[i] where src[i] > 0, else slope * src[i], for i = 0 … N-1: a leaky ReLU.
#
# The tiles are those of copy: one block has BLOCK_N elements, and what would lie beyond the end is neither read nor written.
# slope is a number that Python knows while it describes the kernel; TileLang makes a kernel for each slope.
#
# Keep the function's name, its parameters, and that it returns `out`. The rest is yours, the number of threads too.


@tilelang.jit
def relu_kernel(src, slope: float, BLOCK_N: int, dtype):
    N = T.const("N")
    src: T.Tensor((N,), dtype)
    out = T.empty((N,), dtype)

    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        # TODO 1: Go over the tile of block bx with T.Parallel, as in copy.
        # TODO 2: Store x where it is greater than 0, else slope * x: T.if_then_else(condition, this, that) chooses for each
        #         element. NaN is not greater than 0, and stays NaN.
        pass

    return out
