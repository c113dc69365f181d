#@ expect: out-of-bounds
#@ says: outside of `src`
# The tests that TileLang adds are switched off, and the last tile reaches beyond the end.
import tilelang
import tilelang.language as T


@tilelang.jit(pass_configs={tilelang.PassConfigKey.TL_DISABLE_SAFE_MEMORY_ACCESS: True})
def reduce_sum_kernel(src, BLOCK_N: int, BLOCK_M: int):
    N, M = T.const("N, M")
    src: T.Tensor((N, M), T.float32)
    out = T.empty((N,), T.float32)
    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        tile = T.alloc_fragment((BLOCK_N, BLOCK_M), T.float32)
        total = T.alloc_fragment((BLOCK_N,), T.float32)
        T.clear(total)
        for k in T.Serial(T.ceildiv(M, BLOCK_M)):
            for i, j in T.Parallel(BLOCK_N, BLOCK_M):
                tile[i, j] = src[bx * BLOCK_N + i, k * BLOCK_M + j]  #~ out-of-bounds
            T.reduce_sum(tile, total, dim=1, clear=False)
        T.copy(total, out[bx * BLOCK_N])
    return out
