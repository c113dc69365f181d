#@ expect: unwritten-output
#@ says: never written
# The tile is loaded and never stored.
import tilelang
import tilelang.language as T


@tilelang.jit
def copy_kernel(src, BLOCK_N: int, dtype):  #~ unwritten-output
    N = T.const("N")
    src: T.Tensor((N,), dtype)
    out = T.empty((N,), dtype)
    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        tile = T.alloc_fragment((BLOCK_N,), dtype)
        T.copy(src[bx * BLOCK_N], tile)
    return out
