# The loop in a macro.
import tilelang
import tilelang.language as T


@T.macro
def copy_tile(source, target, first, length):
    for i in T.Parallel(length):
        target[first + i] = source[first + i]


@tilelang.jit
def copy_kernel(src, BLOCK_N: int, dtype):
    N = T.const("N")
    src: T.Tensor((N,), dtype)
    out = T.empty((N,), dtype)
    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        copy_tile(src, out, bx * BLOCK_N, BLOCK_N)
    return out
