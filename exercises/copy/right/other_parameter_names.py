# Inputs are matched by their position: what they are called is free.
import tilelang
import tilelang.language as T


@tilelang.jit
def copy_kernel(x, BLOCK_N: int, dtype):
    N = T.const("N")
    x: T.Tensor((N,), dtype)
    out = T.empty((N,), dtype)
    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        for i in T.Parallel(BLOCK_N):
            out[bx * BLOCK_N + i] = x[bx * BLOCK_N + i]
    return out
