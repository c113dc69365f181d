#@ expect: wrong-result
#@ says: 1475 of 1536 elements of `out` are wrong
# Products are rounded to half.
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
        for k in T.Serial(T.ceildiv(K, BLOCK_K)):
            T.copy(a[by * BLOCK_M, k * BLOCK_K], a_tile)
            T.copy(b[k * BLOCK_K, bx * BLOCK_N], b_tile)
            for p in T.Serial(BLOCK_K):
                for i, j in T.Parallel(BLOCK_M, BLOCK_N):
                    total[i, j] += T.Cast("float32", T.Cast("float16", a_tile[i, p] * b_tile[p, j]))
        T.copy(total, out[by * BLOCK_M, bx * BLOCK_N])  #~ wrong-result
    return out
