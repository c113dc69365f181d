# The lazy style, with names of its own for the parameters.
import tilelang
import tilelang.language as T


@tilelang.jit(out_idx=[-1])
def transpose_kernel(N: int, M: int, BLOCK_N: int, BLOCK_M: int, dtype):
    @T.prim_func
    def main(matrix: T.Tensor((N, M), dtype), turned: T.Tensor((M, N), dtype)):
        with T.Kernel(T.ceildiv(M, BLOCK_M), T.ceildiv(N, BLOCK_N), threads=256) as (bx, by):
            tile = T.alloc_shared((BLOCK_N, BLOCK_M), dtype)
            T.copy(matrix[by * BLOCK_N, bx * BLOCK_M], tile)
            for i, j in T.Parallel(BLOCK_M, BLOCK_N):
                turned[bx * BLOCK_M + i, by * BLOCK_N + j] = tile[j, i]

    return main
