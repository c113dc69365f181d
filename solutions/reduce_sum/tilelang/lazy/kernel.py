import tilelang
import tilelang.language as T

# out[row] = src[row, 0] + … + src[row, M-1], in the lazy style: the outer function gets the sizes and returns a kernel for
# them, whose last parameter is the output.


@tilelang.jit(out_idx=[-1])
def reduce_sum_kernel(N: int, M: int, BLOCK_N: int, BLOCK_M: int):
    @T.prim_func
    def kernel(src: T.Tensor((N, M), T.float32), out: T.Tensor((N,), T.float32)):
        with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
            tile = T.alloc_fragment((BLOCK_N, BLOCK_M), T.float32)
            total = T.alloc_fragment((BLOCK_N,), T.float32)
            T.clear(total)
            for k in T.Serial(T.ceildiv(M, BLOCK_M)):
                T.copy(src[bx * BLOCK_N, k * BLOCK_M], tile)
                T.reduce_sum(tile, total, dim=1, clear=False)
            T.copy(total, out[bx * BLOCK_N])

    return kernel
