import tilelang
import tilelang.language as T

# 任务：out = a × b，即对 p = 0 … K-1，out[i, j] = Σ a[i, p] * b[p, j]，其中 a 有 M 行 K 列，b 有 K 行 N 列，out 有 M 行
# N 列。
#
# 一个线程块计算 out 的一个数据块（tile），BLOCK_M 行、BLOCK_N 列；bx 向右数数据块，by 向下数。它沿着 K 每次前进 BLOCK_K。
# M、N、K 可以是任意大小：超出张量的部分，T.copy 载入时填 0，写回时不写。
#
# 测试中 dtype 是 float32。请保留函数的名字和参数，并返回 `out`。


@tilelang.jit
def matmul_kernel(a, b, BLOCK_M: int, BLOCK_N: int, BLOCK_K: int, dtype):
    M, N, K = T.const("M, N, K")
    a: T.Tensor((M, K), dtype)
    b: T.Tensor((K, N), dtype)
    out = T.empty((M, N), dtype)

    with T.Kernel(T.ceildiv(N, BLOCK_N), T.ceildiv(M, BLOCK_M), threads=128) as (bx, by):
        a_tile = T.alloc_shared((BLOCK_M, BLOCK_K), dtype)
        b_tile = T.alloc_shared((BLOCK_K, BLOCK_N), dtype)
        total = T.alloc_fragment((BLOCK_M, BLOCK_N), T.float32)  # 不管 dtype 是什么，和都是 float。

        # TODO 1：加上第一个乘积之前，`total` 里应该是什么？

        for k in T.Serial(T.ceildiv(K, BLOCK_K)):
            T.copy(a[by * BLOCK_M, k * BLOCK_K], a_tile)
            # TODO 2：载入与 a 的这个数据块对应的 b 的数据块。它从哪里开始？
            # TODO 3：T.gemm(x, y, z) 把数据块 x 和 y 的乘积加到 fragment z 上。

        # TODO 4：把 `total` 写到这个线程块的数据块开始的地方。

    return out
