import tilelang
import tilelang.language as T

# 任务：对 N 行中的每一行，令 out[row] = src[row, 0] + … + src[row, M-1]，N 和 M 可以是任意大小。
#
# 一个线程块负责 BLOCK_N 行，按数据块（tile）依次处理各列，每次 BLOCK_M 列。超出矩阵的部分载入得到 0，不会改变和。
#
# 请保留函数的名字和参数，并返回 `out`。


@tilelang.jit
def reduce_sum_kernel(src, BLOCK_N: int, BLOCK_M: int):
    N, M = T.const("N, M")
    src: T.Tensor((N, M), T.float32)
    out = T.empty((N,), T.float32)

    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        tile = T.alloc_fragment((BLOCK_N, BLOCK_M), T.float32)
        total = T.alloc_fragment((BLOCK_N,), T.float32)

        # TODO 1：fragment 一开始没有值。在第一个数据块之前，`total` 里应该是什么？
        # TODO 2：一个接一个地处理这些行的数据块：T.Serial。一共有多少个？
        # TODO 3：每一轮用 T.copy 载入数据块：src[行, 列] 说明它从哪里开始。
        # TODO 4：然后把它的每一行加进 `total`：T.reduce_sum(tile, total, dim=…, clear=…)。dim 是归约后消失的那一维；
        #         clear 决定 total 是否重新从 0 开始。
        # TODO 5：处理完最后一个数据块之后，把 `total` 写到 out。

    return out
