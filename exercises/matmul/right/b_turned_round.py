# The tile of b lies on its side, and T.gemm turns it back.
import tilelang
import tilelang.language as T


@tilelang.jit
def matmul_kernel(a, b, BLOCK_M: int, BLOCK_N: int, BLOCK_K: int, dtype):
    M, N, K = T.const("M, N, K")
    a: T.Tensor((M, K), dtype)
    b: T.Tensor((K, N), dtype)
    out = T.empty((M, N), dtype)
    with T.Kernel(T.ceildiv(N, BLOCK_N), T.ceildiv(M, BLOCK_M), threads=128) as (bx, by):
        a_tile = T.alloc_shared((BLOCK_M, BLOCK_K), dtype)
        b_tile = T.alloc_shared((BLOCK_N, BLOCK_K), dtype)
        total = T.alloc_fragment((BLOCK_M, BLOCK_N), T.float32)
        T.clear(total)
        for k in T.Serial(T.ceildiv(K, BLOCK_K)):
            T.copy(a[by * BLOCK_M, k * BLOCK_K], a_tile)
            for p, j in T.Parallel(BLOCK_K, BLOCK_N):
                b_tile[j, p] = T.if_then_else(
                    k * BLOCK_K + p < K and bx * BLOCK_N + j < N, b[k * BLOCK_K + p, bx * BLOCK_N + j], 0.0
                )
            T.gemm(a_tile, b_tile, total, transpose_B=True)
        T.copy(total, out[by * BLOCK_M, bx * BLOCK_N])
    return out
