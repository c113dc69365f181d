#@ expect: uninitialized-read
#@ says: is read
# The fragment is stored, and nothing was ever loaded into it.
import tilelang
import tilelang.language as T


@tilelang.jit
def copy_kernel(src, BLOCK_N: int, dtype):
    N = T.const("N")
    src: T.Tensor((N,), dtype)
    out = T.empty((N,), dtype)
    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        tile = T.alloc_fragment((BLOCK_N,), dtype)
        T.copy(tile, out[bx * BLOCK_N])  #~ uninitialized-read
    return out
