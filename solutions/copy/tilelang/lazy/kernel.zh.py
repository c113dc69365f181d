import tilelang
import tilelang.language as T

# 对 i = 0 … N-1，令 out[i] = src[i]，写成惰性（lazy）风格：你会读到的 TileLang 代码大多是这样写的。
#
# 外层函数得到大小，返回为这些大小生成的核函数：一个 T.prim_func，所有张量都是它的参数，输出也不例外。
# out_idx=[-1] 说明最后一个是输出：调用核函数的人只传入 src。


@tilelang.jit(out_idx=[-1])
def copy_kernel(N: int, BLOCK_N: int, dtype):
    @T.prim_func
    def kernel(src: T.Tensor((N,), dtype), out: T.Tensor((N,), dtype)):
        with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
            first = bx * BLOCK_N
            for i in T.Parallel(BLOCK_N):
                out[first + i] = src[first + i]

    return kernel
