#@ exercise: copy
import tilelang
import tilelang.language as T


def helper(src, out, bx, block):
    for i in T.Parallel(block):
        out[bx * block + i] = src[bx * block + i]


@tilelang.jit
def copy_kernel(src, BLOCK_N: int, dtype):
    N = T.const("N")
    src: T.Tensor((N,), dtype)
    out = T.empty((N,), dtype)
    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        helper(src, out, bx, BLOCK_N)
    return out
#@ finds: 7 compile-error
