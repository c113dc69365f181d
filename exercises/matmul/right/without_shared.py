# No tile at all: each element reads its row of a and its column of b. Slow, and right.
import tilelang
import tilelang.language as T


@tilelang.jit
def matmul_kernel(a, b, BLOCK_M: int, BLOCK_N: int, BLOCK_K: int, dtype):
    M, N, K = T.const("M, N, K")
    a: T.Tensor((M, K), dtype)
    b: T.Tensor((K, N), dtype)
    out = T.empty((M, N), dtype)
    with T.Kernel(T.ceildiv(N, 32), T.ceildiv(M, 32), threads=128) as (bx, by):
        total = T.alloc_fragment((32, 32), T.float32)
        T.clear(total)
        for p in T.Serial(K):
            for i, j in T.Parallel(32, 32):
                total[i, j] += a[by * 32 + i, p] * b[p, bx * 32 + j]
        T.copy(total, out[by * 32, bx * 32])
    return out
