#@ expect: compile-error
#@ says: shape
# T.reduce_sum takes tiles, not arrays in global memory.
import tilelang
import tilelang.language as T


@tilelang.jit
def reduce_sum_kernel(src, BLOCK_N: int, BLOCK_M: int):
    N, M = T.const("N, M")
    src: T.Tensor((N, M), T.float32)
    out = T.empty((N,), T.float32)
    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        total = T.alloc_fragment((BLOCK_N,), T.float32)
        T.reduce_sum(src, total, dim=1)  #~ compile-error
        T.copy(total, out[bx * BLOCK_N])
    return out
