import tilelang
import tilelang.language as T

# 任务：对 N × M 的矩阵，令 out[col, row] = src[row, col]，N 和 M 可以是任意大小。
#
# 每个线程块有一个 BLOCK_N 行、BLOCK_M 列的数据块（tile）。应当沿着 src 的行载入，沿着 out 的行写出，这样两次都是相邻的
# 线程搬运相邻的元素。所以它要经过共享内存，在那里每个线程都能取到每个元素。数据块可能超出边缘：超出的部分既不会读也不会
# 写。
#
# 请保留函数的名字和参数，并返回 `out`。其余都可以改，线程数也可以。


@tilelang.jit
def transpose_kernel(src, BLOCK_N: int, BLOCK_M: int, dtype):
    N, M = T.const("N, M")
    src: T.Tensor((N, M), dtype)
    out = T.empty((M, N), dtype)

    # bx 从左到右给数据块编号，by 从上到下。
    with T.Kernel(T.ceildiv(M, BLOCK_M), T.ceildiv(N, BLOCK_N), threads=256) as (bx, by):
        tile = T.alloc_shared((BLOCK_N, BLOCK_M), dtype)

        # TODO 1：用 T.copy 载入数据块。它从 src 的哪一行、哪一列开始？
        # TODO 2：它在 out 中从哪里开始，在那里有多少行、多少列？
        # TODO 3：按它在 out 中的样子遍历：`for i, j in T.Parallel(…, …):`。第 i 行、第 j 列应当放数据块的哪个元素？
        # TODO 4：所有测试都通过之后，运行 `camp profile transpose --backend tilelang`。各个通道在等什么？第三条提示会说
        #         怎样改进。

    return out
