#@ expect: wrong-result
#@ says: as the result's rows or columns need
# The loop goes over K, not over M.
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
        b_tile = T.alloc_shared((BLOCK_K, BLOCK_N), dtype)
        total = T.alloc_fragment((BLOCK_M, BLOCK_N), T.float32)
        T.clear(total)
        for k in T.Serial(T.ceildiv(M, BLOCK_K)):
            T.copy(a[by * BLOCK_M, k * BLOCK_K], a_tile)
            T.copy(b[k * BLOCK_K, bx * BLOCK_N], b_tile)
            T.gemm(a_tile, b_tile, total)
        T.copy(total, out[by * BLOCK_M, bx * BLOCK_N])  #~ wrong-result
    return out
