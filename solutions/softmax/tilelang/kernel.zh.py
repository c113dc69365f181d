import tilelang
import tilelang.language as T

# 对 N 行中的每一行，令 out[row, col] = exp(src[row, col] - max) / sum，其中 max 是这一行的最大元素，sum 是这一行所有
# 指数之和；M 是 BLOCK_M 的倍数。
#
# 在线（online）softmax：第一遍同时求出 max 和 sum，第二遍写出结果。这两个数合起来就是这一行的 log-sum-exp，
# log(Σ exp(x)) = max + log(sum)；分开保存，元素很大时也不会丢失精度。

# exp(x) = 2 ** (x * log2(e))：GPU 有计算 2 的幂的指令，计算 e 的幂时先乘以这个数。
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

        # 求最大值要从负无穷开始：对全是负数的行，0 是错的。
        T.fill(largest, -T.infinity(T.float32))
        T.clear(total)

        for k in T.Serial(T.ceildiv(M, BLOCK_M)):
            T.copy(src[bx * BLOCK_N, k * BLOCK_M], tile)
            T.copy(largest, previous)
            T.reduce_max(tile, largest, dim=1, clear=False)
            # exp(x - largest) = exp(x - previous) * exp(previous - largest)，所以到目前为止的和要乘以第二个因子。
            # 最大值没有变时它是 1；在第一个数据块之前它是 exp(-∞) = 0。
            for i in T.Parallel(BLOCK_N):
                total[i] *= T.exp2((previous[i] - largest[i]) * LOG2_E)
            for i, j in T.Parallel(BLOCK_N, BLOCK_M):
                tile[i, j] = T.exp2((tile[i, j] - largest[i]) * LOG2_E)
            T.reduce_sum(tile, total, dim=1, clear=False)

        for k in T.Serial(T.ceildiv(M, BLOCK_M)):
            T.copy(src[bx * BLOCK_N, k * BLOCK_M], tile)
            for i, j in T.Parallel(BLOCK_N, BLOCK_M):
                tile[i, j] = T.exp2((tile[i, j] - largest[i]) * LOG2_E) / total[i]
            T.copy(tile, out[bx * BLOCK_N, k * BLOCK_M])

    return out
