import tilelang
import tilelang.language as T

# src[i] > 0 时令 out[i] = src[i]，否则令 out[i] = slope * src[i]，用惰性风格写成：外层函数得到大小和 slope，返回为它们生成的核函数。


@tilelang.jit(out_idx=[-1])
def relu_kernel(N: int, slope: float, BLOCK_N: int, dtype):
    @T.prim_func
    def kernel(src: T.Tensor((N,), dtype), out: T.Tensor((N,), dtype)):
        with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
            for i in T.Parallel(BLOCK_N):
                out[bx * BLOCK_N + i] = T.if_then_else(
                    src[bx * BLOCK_N + i] > 0, src[bx * BLOCK_N + i], slope * src[bx * BLOCK_N + i]
                )

    return kernel
