import tilelang
import tilelang.language as T

# 对 i = 0 … N-1，令 out[i] = src[i]。
#
# 每个线程块处理一个 BLOCK_N 个元素的数据块（tile）。这个函数在 Python 里只运行一次，用来描述核函数；这时大小已经知道，
# 所以 TileLang 知道哪个数据块超出末尾，会加上需要的判断。


@tilelang.jit
def copy_kernel(src, BLOCK_N: int, dtype):
    N = T.const("N")
    src: T.Tensor((N,), dtype)
    out = T.empty((N,), dtype)

    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        first = bx * BLOCK_N
        # T.Parallel：各轮互不依赖，所以由线程块的线程分着做。谁做哪些由 TileLang 决定，这里它让每个线程一次
        # 搬运几个相邻的元素。
        for i in T.Parallel(BLOCK_N):
            out[first + i] = src[first + i]
        # 写成一行也一样：T.copy(src[first : first + BLOCK_N], out[first : first + BLOCK_N])

    return out
