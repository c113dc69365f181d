import tilelang
import tilelang.language as T

# 任务：对 N 行中的每一行，令 out[row, col] = exp(src[row, col] - max) / sum，其中 max 是这一行的最大元素，sum 是这一行
# 所有指数之和。
#
# 一行可能比数据块（tile）长，所以线程块对自己各行的数据块处理两遍：第一遍求 max 和 sum，第二遍写出结果。
# 第一遍同时求出两者，即“在线（online）”的方法：每当一个数据块带来更大的最大值，到目前为止的和还对应着旧的最大值，
# 需要换算。
#
# 测试中 M 是 128 的倍数：T.copy 用 0 填充超出矩阵的部分，exp(0 - max) 会被算进去。N 可以是任意大小：
# 最后一行之后的行也会计算，但不会写回。
#
# 请保留函数的名字和参数，并返回 `out`。

# GPU 计算的是 2 的幂，不是 e 的幂：exp(x) = 2 ** (x * log2(e))。
LOG2_E = 1.4426950408889634


@tilelang.jit
def softmax_kernel(src, BLOCK_N: int, BLOCK_M: int):
    N, M = T.const("N, M")
    src: T.Tensor((N, M), T.float32)
    out = T.empty((N, M), T.float32)

    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        tile = T.alloc_fragment((BLOCK_N, BLOCK_M), T.float32)
        largest = T.alloc_fragment((BLOCK_N,), T.float32)  # 每一行到目前为止的最大元素……
        previous = T.alloc_fragment((BLOCK_N,), T.float32)  # ……以及这个数据块之前的。
        total = T.alloc_fragment((BLOCK_N,), T.float32)  # 到目前为止 exp(x - largest) 之和。

        # TODO 1：`largest` 和 `total` 从什么数开始？T.fill 和 T.clear 可以给整个 fragment 赋值。

        for k in T.Serial(T.ceildiv(M, BLOCK_M)):
            T.copy(src[bx * BLOCK_N, k * BLOCK_M], tile)
            # TODO 2：先把 `largest` 存入 `previous`，再用 T.reduce_max 更新它。
            # TODO 3：`total` 是用 `previous` 算出来的。要乘以什么，才能对应 `largest`？
            # TODO 4：把数据块的元素换成 T.exp2((x - largest) * LOG2_E)，再把它的每一行加进 `total`。

        # TODO 5：再处理一遍所有数据块：载入，计算 exp(x - largest) / total，写回。

    return out
