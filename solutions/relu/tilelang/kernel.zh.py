import tilelang
import tilelang.language as T

# 对 i = 0 … N-1，src[i] > 0 时令 out[i] = src[i]，否则令 out[i] = slope * src[i]。
#
# slope 是 Python 的数：它成为核函数里的常量，所以每个 slope 有一个核函数。要在运行时才给出它，可以用只有一个元素的张量。


@tilelang.jit
def relu_kernel(src, slope: float, BLOCK_N: int, dtype):
    N = T.const("N")
    src: T.Tensor((N,), dtype)
    out = T.empty((N,), dtype)

    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        for i in T.Parallel(BLOCK_N):
            x = src[bx * BLOCK_N + i]
            # 两个值都由这个元素得出：没有线程要等待别的线程，也没有分支。
            out[bx * BLOCK_N + i] = T.if_then_else(x > 0, x, slope * x)

    return out
