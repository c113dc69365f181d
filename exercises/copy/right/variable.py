# The first element in a variable of each thread.
import tilelang
import tilelang.language as T


@tilelang.jit
def copy_kernel(src, BLOCK_N: int, dtype):
    N = T.const("N")
    src: T.Tensor((N,), dtype)
    out = T.empty((N,), dtype)
    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        first = T.alloc_var(T.int32)
        first = bx * BLOCK_N
        for i in T.Parallel(BLOCK_N):
            out[first + i] = src[first + i]
    return out
