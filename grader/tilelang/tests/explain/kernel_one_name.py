#@ exercise: copy
import tilelang
import tilelang.language as T


@tilelang.jit
def copy_kernel(src, BLOCK_N: int, dtype):
    N = T.const("N")
    src: T.Tensor((N,), dtype)
    out = T.empty((N,), dtype)
    with T.Kernel(T.ceildiv(N, BLOCK_N), 1, threads=128) as bx:
        T.copy(src[bx * BLOCK_N], out[bx * BLOCK_N])
    return out
#@ finds: 11 compile-error
