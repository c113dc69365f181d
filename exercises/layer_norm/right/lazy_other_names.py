# The lazy style, with other names.
import tilelang
import tilelang.language as T


@tilelang.jit(out_idx=[-1])
def layer_norm_kernel(N: int, M: int, BLOCK_N: int, BLOCK_M: int, eps: float):
    @T.prim_func
    def kernel(
        x: T.Tensor((N, M), T.float32),
        weight: T.Tensor((M,), T.float32),
        bias: T.Tensor((M,), T.float32),
        y: T.Tensor((N, M), T.float32),
    ):
        with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
            tile = T.alloc_fragment((BLOCK_N, BLOCK_M), T.float32)
            mean = T.alloc_fragment((BLOCK_N,), T.float32)
            factor = T.alloc_fragment((BLOCK_N,), T.float32)
            scale = T.alloc_fragment((BLOCK_M,), T.float32)
            shift = T.alloc_fragment((BLOCK_M,), T.float32)
            T.clear(mean)
            T.clear(factor)
            for k in T.Serial(T.ceildiv(M, BLOCK_M)):
                T.copy(x[bx * BLOCK_N, k * BLOCK_M], tile)
                T.reduce_sum(tile, mean, dim=1, clear=False)
            for i in T.Parallel(BLOCK_N):
                mean[i] = mean[i] / M
            for k in T.Serial(T.ceildiv(M, BLOCK_M)):
                T.copy(x[bx * BLOCK_N, k * BLOCK_M], tile)
                for i, j in T.Parallel(BLOCK_N, BLOCK_M):
                    tile[i, j] = (tile[i, j] - mean[i]) * (tile[i, j] - mean[i])
                T.reduce_sum(tile, factor, dim=1, clear=False)
            for i in T.Parallel(BLOCK_N):
                factor[i] = T.rsqrt(factor[i] / M + eps)
            for k in T.Serial(T.ceildiv(M, BLOCK_M)):
                T.copy(x[bx * BLOCK_N, k * BLOCK_M], tile)
                T.copy(weight[k * BLOCK_M], scale)
                T.copy(bias[k * BLOCK_M], shift)
                for i, j in T.Parallel(BLOCK_N, BLOCK_M):
                    tile[i, j] = (tile[i, j] - mean[i]) * factor[i] * scale[j] + shift[j]
                T.copy(tile, y[bx * BLOCK_N, k * BLOCK_M])

    return kernel
