#@ expect: compile-error
#@ says: copy_kernel
# The function has another name than the exercise asks for.
import tilelang
import tilelang.language as T


@tilelang.jit
def copy_kernal(src, BLOCK_N: int, dtype):  #~ compile-error
    N = T.const("N")
    src: T.Tensor((N,), dtype)
    out = T.empty((N,), dtype)
    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        for i in T.Parallel(BLOCK_N):
            out[bx * BLOCK_N + i] = src[bx * BLOCK_N + i]
    return out
