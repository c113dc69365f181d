import tilelang
import tilelang.language as T

# 任务：对 i = 0 … N-1，src[i] > 0 时令 out[i] = src[i]，否则令 out[i] = slope * src[i]：带泄漏的 ReLU。
#
# 数据块（tile）与 copy 相同：一个线程块处理 BLOCK_N 个元素，超出末尾的部分既不会读也不会写。
# slope 是 Python 描述核函数时就知道的数；TileLang 为每个 slope 生成一个核函数。
#
# 请保留函数的名字和参数，并返回 `out`。其余都可以改，线程数也可以。


@tilelang.jit
def relu_kernel(src, slope: float, BLOCK_N: int, dtype):
    N = T.const("N")
    src: T.Tensor((N,), dtype)
    out = T.empty((N,), dtype)

    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        # TODO 1：像 copy 那样，用 T.Parallel 遍历线程块 bx 的数据块。
        # TODO 2：x 大于 0 时存 x，否则存 slope * x：T.if_then_else(条件, 这个, 那个) 为每个元素作选择。
        #         NaN 不大于 0，结果仍是 NaN。
        pass

    return out
