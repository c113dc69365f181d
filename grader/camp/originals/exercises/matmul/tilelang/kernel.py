import tilelang
import tilelang.language as T

# Task: out = a × b, that is out[i, j] = Σ a[i, p] * b[p, j] over p = 0 … K-1, where a has M rows and K columns, b K
# rows and N columns, and out M rows and N columns.
#
# A block computes a tile of out, BLOCK_M rows by BLOCK_N columns; bx counts tiles to the right, by downwards. It goes
# along K in steps of BLOCK_K. M, N and K may be anything: outside of a tensor T.copy fills in 0 when it loads, and
# leaves out what it stores.
#
# In the tests dtype is float32. Keep the function's name, its parameters, and that it returns `out`.


@tilelang.jit
def matmul_kernel(a, b, BLOCK_M: int, BLOCK_N: int, BLOCK_K: int, dtype):
    M, N, K = T.const("M, N, K")
    a: T.Tensor((M, K), dtype)
    b: T.Tensor((K, N), dtype)
    out = T.empty((M, N), dtype)

    with T.Kernel(T.ceildiv(N, BLOCK_N), T.ceildiv(M, BLOCK_M), threads=128) as (bx, by):
        a_tile = T.alloc_shared((BLOCK_M, BLOCK_K), dtype)
        b_tile = T.alloc_shared((BLOCK_K, BLOCK_N), dtype)
        total = T.alloc_fragment((BLOCK_M, BLOCK_N), T.float32)  # The sums are floats whatever dtype is.

        # TODO 1: What must `total` hold before the first product is added?

        for k in T.Serial(T.ceildiv(K, BLOCK_K)):
            T.copy(a[by * BLOCK_M, k * BLOCK_K], a_tile)
            # TODO 2: Load the tile of b that belongs to this tile of a. Where does it begin?
            # TODO 3: T.gemm(x, y, z) adds the product of the tiles x and y to the fragment z.

        # TODO 4: Store `total` where the tile of this block begins.

    return out
