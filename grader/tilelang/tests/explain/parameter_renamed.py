#@ exercise: copy
import tilelang
import tilelang.language as T


@tilelang.jit
def copy_kernel(src, block: int, dtype):
    N = T.const("N")
    src: T.Tensor((N,), dtype)
    out = T.empty((N,), dtype)
    with T.Kernel(T.ceildiv(N, block), threads=128) as bx:
        T.copy(src[bx * block], out[bx * block])
    return out
#@ finds: 7 compile-error
