#@ expect: race
#@ says: `out[0]`
# A sum in T.Parallel, in global memory: many threads add to one number.
import tilelang
import tilelang.language as T


@tilelang.jit
def reduce_sum_kernel(src, BLOCK_N: int, BLOCK_M: int):
    N, M = T.const("N, M")
    src: T.Tensor((N, M), T.float32)
    out = T.empty((N,), T.float32)
    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        for i in T.Parallel(BLOCK_N):
            out[bx * BLOCK_N + i] = 0
        for i, j in T.Parallel(BLOCK_N, M):
            out[bx * BLOCK_N + i] += src[bx * BLOCK_N + i, j]  #~ race
    return out
