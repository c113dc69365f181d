#@ expect: compile-error
#@ says: BLOCK
# A parameter has another name than the exercise gives it.
import tilelang
import tilelang.language as T


@tilelang.jit
def copy_kernel(src, BLOCK: int, dtype):  #~ compile-error
    N = T.const("N")
    src: T.Tensor((N,), dtype)
    out = T.empty((N,), dtype)
    with T.Kernel(T.ceildiv(N, BLOCK), threads=128) as bx:
        for i in T.Parallel(BLOCK):
            out[bx * BLOCK + i] = src[bx * BLOCK + i]
    return out
