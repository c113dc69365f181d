#@ expect: compile-error
#@ says: @tilelang.jit
# Without @tilelang.jit it is an ordinary Python function.
import tilelang
import tilelang.language as T


def copy_kernel(src, BLOCK_N: int, dtype):  #~ compile-error
    N = T.const("N")
    src: T.Tensor((N,), dtype)
    out = T.empty((N,), dtype)
    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        for i in T.Parallel(BLOCK_N):
            out[bx * BLOCK_N + i] = src[bx * BLOCK_N + i]
    return out
