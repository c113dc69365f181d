import tilelang
import tilelang.language as T

# 对 N × M 的矩阵，令 out[col, row] = src[row, col]。
#
# 每个 BLOCK_N 行、BLOCK_M 列的数据块（tile）一个线程块。沿着 src 的行载入，沿着 out 的行写出；行和列在共享内存里对调，
# 在那里每个线程都能取到每个元素。


@tilelang.jit
def transpose_kernel(src, BLOCK_N: int, BLOCK_M: int, dtype):
    N, M = T.const("N, M")
    src: T.Tensor((N, M), dtype)
    out = T.empty((M, N), dtype)

    # bx 从左到右给数据块编号，by 从上到下。
    with T.Kernel(T.ceildiv(M, BLOCK_M), T.ceildiv(N, BLOCK_N), threads=256) as (bx, by):
        tile = T.alloc_shared((BLOCK_N, BLOCK_M), dtype)
        # 如果按行存放，一列的元素都在共享内存的同一个 bank 里，读取它们的线程束要轮 32 次。这种布局在每一行内交换 16 字
        # 节的小段，让至少 8 个 bank 分担：只轮 4 次，而行仍然可以一次搬运 16 字节。下标不变，由 TileLang 换算。
        T.annotate_layout({tile: tilelang.layout.make_swizzled_layout(tile)})

        T.copy(src[by * BLOCK_N, bx * BLOCK_M], tile)

        # TileLang 会在这里加上同步屏障：数据块完整之后，才有人读取别的线程载入的元素。
        # 在 out 中，数据块有 BLOCK_M 行、每行 BLOCK_N 个元素，起点的行和列也对调了。
        for i, j in T.Parallel(BLOCK_M, BLOCK_N):
            out[bx * BLOCK_M + i, by * BLOCK_N + j] = tile[j, i]

    return out
