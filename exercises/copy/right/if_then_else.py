# A value chosen by a test.
import tilelang
import tilelang.language as T


@tilelang.jit
def copy_kernel(src, BLOCK_N: int, dtype):
    N = T.const("N")
    src: T.Tensor((N,), dtype)
    out = T.empty((N,), dtype)
    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        for i in T.Parallel(BLOCK_N):
            out[bx * BLOCK_N + i] = T.if_then_else(bx * BLOCK_N + i < N, src[bx * BLOCK_N + i], T.cast(0, dtype))
    return out
