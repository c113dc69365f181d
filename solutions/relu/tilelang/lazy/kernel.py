import tilelang
import tilelang.language as T

# out[i] = src[i] where src[i] > 0, else slope * src[i], in the lazy style: the outer function gets the sizes and the slope, and
# returns a kernel for them.


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
