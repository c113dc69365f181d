import tilelang
import tilelang.language as T

# 任务：对 i = 0 … N-1，令 out[i] = src[i]，N 可以是任意大小。
#
# 用 TileLang 写的是一个线程块如何处理自己的数据块（tile），这里是 BLOCK_N 个元素；TileLang 把工作分给线程块的各个线程。
# 最后一个数据块可能超出数组的末尾：超出的部分既不会读也不会写，所以不需要判断。
#
# 请保留函数的名字和参数，并返回 `out`。其余都可以改，线程数也可以。


@tilelang.jit
def copy_kernel(src, BLOCK_N: int, dtype):
    N = T.const("N")
    src: T.Tensor((N,), dtype)
    out = T.empty((N,), dtype)

    # 有多少个数据块就有多少个线程块，向上取整。bx 是这个线程块的编号。
    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        # TODO 1：线程块 bx 的数据块从哪个元素开始？
        # TODO 2：遍历其中的元素：`for i in T.Parallel(BLOCK_N):` 把每个 i 交给某一个线程。
        # TODO 3：在循环里，把数据块的第 i 个元素从 src 复制到 out。
        pass

    return out
