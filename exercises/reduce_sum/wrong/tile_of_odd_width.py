#@ expect: compile-error
#@ says: layout
#@ line: none
# A tile of 100 columns cannot be divided among 128 threads so that rows can be added up.
import tilelang
import tilelang.language as T


@tilelang.jit
def reduce_sum_kernel(src, BLOCK_N: int, BLOCK_M: int):
    N, M = T.const("N, M")
    src: T.Tensor((N, M), T.float32)
    out = T.empty((N,), T.float32)
    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        tile = T.alloc_fragment((BLOCK_N, 100), T.float32)
        total = T.alloc_fragment((BLOCK_N,), T.float32)
        T.clear(total)
        for k in T.Serial(T.ceildiv(M, 100)):
            T.copy(src[bx * BLOCK_N, k * 100], tile)
            T.reduce_sum(tile, total, dim=1, clear=False)
        T.copy(total, out[bx * BLOCK_N])
    return out
