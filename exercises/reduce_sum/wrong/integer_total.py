#@ expect: wrong-result
#@ says: Largest error
# The running sum is a whole number.
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
        whole = T.alloc_fragment((BLOCK_N,), T.int32)
        T.clear(whole)
        for k in T.Serial(T.ceildiv(M, BLOCK_M)):
            T.copy(src[bx * BLOCK_N, k * BLOCK_M], tile)
            T.reduce_sum(tile, total, dim=1, clear=True)
            for i in T.Parallel(BLOCK_N):
                whole[i] += T.cast(total[i], T.int32)
        T.copy(whole, out[bx * BLOCK_N])  #~ wrong-result
    return out
