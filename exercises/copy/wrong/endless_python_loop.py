#@ expect: hang
#@ says: never becomes false
# A Python loop without end: it runs while the kernel is described.
import tilelang
import tilelang.language as T


@tilelang.jit
def copy_kernel(src, BLOCK_N: int, dtype):
    N = T.const("N")
    src: T.Tensor((N,), dtype)
    out = T.empty((N,), dtype)
    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        i = 0
        while i < 1:  #~ hang
            pass
    return out
