#@ expect: wrong-result
#@ says: half
# The tile has a 16-bit type, so a float loses digits.
import tilelang
import tilelang.language as T


@tilelang.jit
def copy_kernel(src, BLOCK_N: int, dtype):
    N = T.const("N")
    src: T.Tensor((N,), dtype)
    out = T.empty((N,), dtype)
    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        tile = T.alloc_fragment((BLOCK_N,), T.float16)
        T.copy(src[bx * BLOCK_N], tile)
        T.copy(tile, out[bx * BLOCK_N])  #~ wrong-result
    return out
