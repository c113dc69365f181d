# A macro and a variable of each thread.
import tilelang
import tilelang.language as T


@T.macro
def add_tile(x, y, z, first, length):
    for i in T.Parallel(length):
        z[first + i] = x[first + i] + y[first + i]


@tilelang.jit
def vector_add_kernel(a, b, BLOCK_N: int, dtype):
    N = T.const("N")
    a: T.Tensor((N,), dtype)
    b: T.Tensor((N,), dtype)
    out = T.empty((N,), dtype)
    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        first = T.alloc_var(T.int32)
        first = bx * BLOCK_N
        add_tile(a, b, out, first, BLOCK_N)
    return out
