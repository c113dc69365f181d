#@ exercise: copy
import tilelang
import tilelang.language as T


def next_power(n):
    return next_power(n)


@tilelang.jit
def copy_kernel(src, BLOCK_N: int, dtype):
    BLOCK_N = next_power(BLOCK_N)
    N = T.const("N")
    src: T.Tensor((N,), dtype)
    out = T.empty((N,), dtype)
    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        T.copy(src[bx * BLOCK_N], out[bx * BLOCK_N])
    return out
#@ finds: 7 compile-error
