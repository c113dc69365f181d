import tilelang
import tilelang.language as T

# out[i, j] = Σ a[i, p] * b[p, j], where a has M rows and K columns, b K rows and N columns, out M rows and N columns.
#
# A block computes a tile of out, BLOCK_M rows by BLOCK_N columns. It goes along K in steps of BLOCK_K: a tile of a and
# a tile of b come to shared memory, and T.gemm multiplies them. Outside of a and b T.copy fills in 0, which adds
# nothing to any sum, so sizes may be anything.


@tilelang.jit
def matmul_kernel(a, b, BLOCK_M: int, BLOCK_N: int, BLOCK_K: int, dtype):
    M, N, K = T.const("M, N, K")
    a: T.Tensor((M, K), dtype)
    b: T.Tensor((K, N), dtype)
    out = T.empty((M, N), dtype)

    with T.Kernel(T.ceildiv(N, BLOCK_N), T.ceildiv(M, BLOCK_M), threads=128) as (bx, by):
        a_tile = T.alloc_shared((BLOCK_M, BLOCK_K), dtype)
        b_tile = T.alloc_shared((BLOCK_K, BLOCK_N), dtype)
        # The sums are floats whatever dtype is: a half has 11 bits, and would lose small products beside a large sum.
        total = T.alloc_fragment((BLOCK_M, BLOCK_N), T.float32)

        T.clear(total)
        for k in T.Serial(T.ceildiv(K, BLOCK_K)):
            # TileLang puts the two barriers: one behind the loads, one before the next loads.
            T.copy(a[by * BLOCK_M, k * BLOCK_K], a_tile)
            T.copy(b[k * BLOCK_K, bx * BLOCK_N], b_tile)
            # total += a_tile × b_tile. Which thread computes what, and how, is up to TileLang: on tensor cores where
            # the type allows.
            T.gemm(a_tile, b_tile, total)
        T.copy(total, out[by * BLOCK_M, bx * BLOCK_N])

    return out
