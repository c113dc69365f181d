import tilelang
import tilelang.language as T

# 令 out[row] = src[row, 0] + … + src[row, M-1]，写成惰性（lazy）风格：外层函数得到大小，返回为这些大小生成的核函数，
# 它的最后一个参数是输出。


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
