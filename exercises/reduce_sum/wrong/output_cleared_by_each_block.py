#@ expect: race
#@ says: `out[
# A block for each tile: each clears the output that the others add to.
import tilelang
import tilelang.language as T


@tilelang.jit
def reduce_sum_kernel(src, BLOCK_N: int, BLOCK_M: int):
    N, M = T.const("N, M")
    src: T.Tensor((N, M), T.float32)
    out = T.empty((N,), T.float32)
    with T.Kernel(T.ceildiv(N, BLOCK_N), T.ceildiv(M, BLOCK_M), threads=128) as (bx, by):
        tile = T.alloc_fragment((BLOCK_N, BLOCK_M), T.float32)
        total = T.alloc_fragment((BLOCK_N,), T.float32)
        T.clear(total)
        for i in T.Parallel(BLOCK_N):
            out[bx * BLOCK_N + i] = 0  #~ race
        T.copy(src[bx * BLOCK_N, by * BLOCK_M], tile)
        T.reduce_sum(tile, total, dim=1)
        for i in T.Parallel(BLOCK_N):
            T.atomic_add(out[bx * BLOCK_N + i], total[i])
    return out
