#@ expect: unwritten-output
#@ says: never written
# The TODOs are not filled in.
import tilelang
import tilelang.language as T


@tilelang.jit
def reduce_sum_kernel(src, BLOCK_N: int, BLOCK_M: int):  #~ unwritten-output
    N, M = T.const("N, M")
    src: T.Tensor((N, M), T.float32)
    out = T.empty((N,), T.float32)
    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        tile = T.alloc_fragment((BLOCK_N, BLOCK_M), T.float32)
        total = T.alloc_fragment((BLOCK_N,), T.float32)
    return out
