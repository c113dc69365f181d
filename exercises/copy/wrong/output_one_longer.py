#@ expect: compile-error
#@ says: the exercise gives it
# The output has one element too many.
import tilelang
import tilelang.language as T


@tilelang.jit
def copy_kernel(src, BLOCK_N: int, dtype):
    N = T.const("N")
    src: T.Tensor((N,), dtype)
    out = T.empty((N + 1,), dtype)  #~ compile-error
    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        for i in T.Parallel(BLOCK_N):
            out[bx * BLOCK_N + i] = src[bx * BLOCK_N + i]
    return out
