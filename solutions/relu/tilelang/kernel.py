import tilelang
import tilelang.language as T

# out[i] = src[i] where src[i] > 0, else slope * src[i], for i = 0 … N-1.
#
# The slope is a Python number: it becomes a constant of the kernel, so there is one kernel for each slope. A kernel that gets
# it at run time would take it as a tensor of one element.


@tilelang.jit
def relu_kernel(src, slope: float, BLOCK_N: int, dtype):
    N = T.const("N")
    src: T.Tensor((N,), dtype)
    out = T.empty((N,), dtype)

    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        for i in T.Parallel(BLOCK_N):
            x = src[bx * BLOCK_N + i]
            # Both values are the element's: no thread waits for another one, and nothing branches.
            out[bx * BLOCK_N + i] = T.if_then_else(x > 0, x, slope * x)

    return out
