import tilelang
import tilelang.language as T

# 任务：对 N 行中的每一行，令 out[row, col] = (src[row, col] - mean) / sqrt(variance + eps) * gamma[col] + beta[col]。mean 是
# 这一行的平均值，variance 是 (src[row, col] - mean)² 的平均值。gamma 和 beta 的每一列各有一个值。
#
# 一行可能比数据块（tile）长，所以线程块对自己各行的数据块处理三遍：求平均值，求方差，写出结果。有些行的数很大又彼此
# 接近，例如 10000.1 和 10000.9：用“平方的平均值减去平均值的平方”，在那里一位有效数字也剩不下。
#
# 测试中 M 是 128 的倍数：T.copy 用 0 填充超出矩阵的部分，(0 - mean)² 会被算进去。N 可以是任意大小：
# 最后一行之后的行也会计算，但不会写回。
#
# 请保留函数的名字和参数，并返回 `out`。


@tilelang.jit
def layer_norm_kernel(src, gamma, beta, BLOCK_N: int, BLOCK_M: int, eps: float):
    N, M = T.const("N, M")
    src: T.Tensor((N, M), T.float32)
    gamma: T.Tensor((M,), T.float32)
    beta: T.Tensor((M,), T.float32)
    out = T.empty((N, M), T.float32)

    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        tile = T.alloc_fragment((BLOCK_N, BLOCK_M), T.float32)
        mean = T.alloc_fragment((BLOCK_N,), T.float32)  # 先是每一行的元素之和，然后是平均值。
        factor = T.alloc_fragment((BLOCK_N,), T.float32)  # 先是平方和，然后是 1 / sqrt(variance + eps)。
        scale = T.alloc_fragment((BLOCK_M,), T.float32)  # gamma 中属于这个数据块的部分……
        shift = T.alloc_fragment((BLOCK_M,), T.float32)  # ……以及 beta 的。

        # TODO 1：两个和都从 0 开始。

        for k in T.Serial(T.ceildiv(M, BLOCK_M)):
            T.copy(src[bx * BLOCK_N, k * BLOCK_M], tile)
            # TODO 2：把数据块的每一行加进 `mean`。循环之后：除以 M。

        # TODO 3：再处理一遍数据块，把与平均值之差的平方加进 `factor`。然后让它成为 1 / sqrt(variance + eps)：
        #         可以用 T.rsqrt。
        # TODO 4：第三遍处理数据块：载入数据块，以及 gamma 和 beta 中属于它的部分；计算；写回。

    return out
