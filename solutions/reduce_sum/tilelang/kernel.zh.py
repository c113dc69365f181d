import tilelang
import tilelang.language as T

# 对 N 行中的每一行，令 out[row] = src[row, 0] + … + src[row, M-1]。
#
# 一个线程块负责 BLOCK_N 行，按数据块（tile）依次处理各列。只需要保存一个数据块，每行再加一个数，所以一行可以任意长。


@tilelang.jit
def reduce_sum_kernel(src, BLOCK_N: int, BLOCK_M: int):
    N, M = T.const("N, M")
    src: T.Tensor((N, M), T.float32)
    out = T.empty((N,), T.float32)

    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        tile = T.alloc_fragment((BLOCK_N, BLOCK_M), T.float32)
        total = T.alloc_fragment((BLOCK_N,), T.float32)

        # 寄存器里一开始什么都可能有。
        T.clear(total)
        # T.Serial：每一轮都需要上一轮留在 `total` 里的结果，所以所有线程按顺序一起走过各轮。这里用 T.Parallel 是错的。
        for k in T.Serial(T.ceildiv(M, BLOCK_M)):
            # 超出矩阵的部分载入的是 0，不会改变和。
            T.copy(src[bx * BLOCK_N, k * BLOCK_M], tile)
            # dim=1：列这一维消失，每行剩下一个数。每个线程先把自己的元素加起来，然后负责同一行的线程交换各自的和。
            # clear=False：在 `total` 原有的值上继续加。
            T.reduce_sum(tile, total, dim=1, clear=False)
        T.copy(total, out[bx * BLOCK_N])

    return out
