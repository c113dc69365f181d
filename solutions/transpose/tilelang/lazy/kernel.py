import tilelang
import tilelang.language as T

# out[col, row] = src[row, col] for an N × M matrix, in the lazy style: the outer function gets the sizes and returns a
# kernel for them, whose last parameter is the output.


@tilelang.jit(out_idx=[-1])
def transpose_kernel(N: int, M: int, BLOCK_N: int, BLOCK_M: int, dtype):
    @T.prim_func
    def kernel(src: T.Tensor((N, M), dtype), out: T.Tensor((M, N), dtype)):
        with T.Kernel(T.ceildiv(M, BLOCK_M), T.ceildiv(N, BLOCK_N), threads=256) as (bx, by):
            tile = T.alloc_shared((BLOCK_N, BLOCK_M), dtype)
            T.annotate_layout({tile: tilelang.layout.make_swizzled_layout(tile)})
            T.copy(src[by * BLOCK_N, bx * BLOCK_M], tile)
            for i, j in T.Parallel(BLOCK_M, BLOCK_N):
                out[bx * BLOCK_M + i, by * BLOCK_N + j] = tile[j, i]

    return kernel
