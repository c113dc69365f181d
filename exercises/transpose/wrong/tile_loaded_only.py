#@ expect: unwritten-output
#@ says: never written
# The tile is loaded, and nothing is stored.
import tilelang
import tilelang.language as T


@tilelang.jit
def transpose_kernel(src, BLOCK_N: int, BLOCK_M: int, dtype):  #~ unwritten-output
    N, M = T.const("N, M")
    src: T.Tensor((N, M), dtype)
    out = T.empty((M, N), dtype)
    with T.Kernel(T.ceildiv(M, BLOCK_M), T.ceildiv(N, BLOCK_N), threads=256) as (bx, by):
        tile = T.alloc_shared((BLOCK_N, BLOCK_M), dtype)
        T.copy(src[by * BLOCK_N, bx * BLOCK_M], tile)
    return out
