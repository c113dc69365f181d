#@ expect: compile-error
#@ says: another shape
# T.reduce_sum writes to tiles, not to arrays in global memory.
import tilelang
import tilelang.language as T


@tilelang.jit
def reduce_sum_kernel(src, BLOCK_N: int, BLOCK_M: int):
    N, M = T.const("N, M")
    src: T.Tensor((N, M), T.float32)
    out = T.empty((N,), T.float32)
    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        tile = T.alloc_fragment((BLOCK_N, BLOCK_M), T.float32)
        T.copy(src[bx * BLOCK_N, 0], tile)
        T.reduce_sum(tile, out, dim=1)  #~ compile-error
    return out
