import tilelang
import tilelang.language as T

# 任务：对 i = 0 … N-1，令 out[i] = a[i] + b[i]，N 可以是任意大小。
#
# 大多数 TileLang 核函数有三步：从全局内存载入数据块（tile），计算，写回结果。这里数据块放在 fragment 里：线程块的每个线程
# 在自己的寄存器里保存其中几个元素，TileLang 知道谁保存哪些。超出末尾的部分载入得到 0，也不会写回。
#
# 请保留函数的名字和参数，并返回 `out`。


@tilelang.jit
def vector_add_kernel(a, b, BLOCK_N: int, dtype):
    N = T.const("N")
    a: T.Tensor((N,), dtype)
    b: T.Tensor((N,), dtype)
    out = T.empty((N,), dtype)

    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        a_tile = T.alloc_fragment((BLOCK_N,), dtype)
        b_tile = T.alloc_fragment((BLOCK_N,), dtype)

        # TODO 1：载入这个线程块的两个数据块。T.copy(a[first], a_tile) 从 a 的第 `first` 个元素开始复制，
        #         a_tile 有多少个元素就复制多少个。
        # TODO 2：用 T.Parallel 循环把 b_tile 逐个元素加到 a_tile 上。
        # TODO 3：把 a_tile 写到 out 中它该在的位置：T.copy，方向相反。

    return out
