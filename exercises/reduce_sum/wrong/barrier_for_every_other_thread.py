#@ expect: barrier-divergence
#@ says: different barriers
# A barrier that every other thread never reaches.
import tilelang
import tilelang.language as T


@tilelang.jit
def reduce_sum_kernel(src, BLOCK_N: int, BLOCK_M: int):
    N, M = T.const("N, M")
    src: T.Tensor((N, M), T.float32)
    out = T.empty((N,), T.float32)
    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        tile = T.alloc_fragment((BLOCK_N, BLOCK_M), T.float32)
        total = T.alloc_fragment((BLOCK_N,), T.float32)
        T.clear(total)
        for k in T.Serial(T.ceildiv(M, BLOCK_M)):
            T.copy(src[bx * BLOCK_N, k * BLOCK_M], tile)
            T.reduce_sum(tile, total, dim=1, clear=False)
        tx = T.get_thread_binding(0)
        if tx % 2 == 0:  #~ barrier-divergence
            T.sync_threads()
        T.sync_threads()
        T.copy(total, out[bx * BLOCK_N])
    return out
