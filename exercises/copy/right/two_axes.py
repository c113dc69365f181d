# A grid of two axes.
import tilelang
import tilelang.language as T


@tilelang.jit
def copy_kernel(src, BLOCK_N: int, dtype):
    N = T.const("N")
    src: T.Tensor((N,), dtype)
    out = T.empty((N,), dtype)
    with T.Kernel(3, T.ceildiv(N, 3 * BLOCK_N), threads=128) as (bx, by):
        for i in T.Parallel(BLOCK_N):
            out[(by * 3 + bx) * BLOCK_N + i] = src[(by * 3 + bx) * BLOCK_N + i]
    return out
