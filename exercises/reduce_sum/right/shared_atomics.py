# Atomic additions onto a sum in shared memory.
import tilelang
import tilelang.language as T


@tilelang.jit
def reduce_sum_kernel(src, BLOCK_N: int, BLOCK_M: int):
    N, M = T.const("N, M")
    src: T.Tensor((N, M), T.float32)
    out = T.empty((N,), T.float32)
    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        total = T.alloc_shared((BLOCK_N,), T.float32)
        tile = T.alloc_fragment((BLOCK_N, BLOCK_M), T.float32)
        T.clear(total)
        for k in T.Serial(T.ceildiv(M, BLOCK_M)):
            T.copy(src[bx * BLOCK_N, k * BLOCK_M], tile)
            for i, j in T.Parallel(BLOCK_N, BLOCK_M):
                T.atomic_add(total[i], tile[i, j])
        T.copy(total, out[bx * BLOCK_N])
    return out
