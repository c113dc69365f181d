#@ exercise: copy
import tilelang
import tilelang.language as T


@tilelang.jit
def copy_kernel(src, BLOCK_N: int, dtype):
    N = T.const("N")
    src: T.Tensor((N,), dtype)
    out = T.empty((N,), dtype)
    for bx in T.Serial(T.ceildiv(N, BLOCK_N)):
        T.copy(src[bx * BLOCK_N], out[bx * BLOCK_N])
    return out
#@ chinese
#@ finds: 12 compile-error
