import tilelang
import tilelang.language as T

# 对 i = 0 … N-1，令 out[i] = a[i] + b[i]：载入两个数据块（tile），相加，写回和。


@tilelang.jit
def vector_add_kernel(a, b, BLOCK_N: int, dtype):
    N = T.const("N")
    a: T.Tensor((N,), dtype)
    b: T.Tensor((N,), dtype)
    out = T.empty((N,), dtype)

    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        # fragment 是整个线程块的一个数组，分散在各个线程的寄存器里。
        a_tile = T.alloc_fragment((BLOCK_N,), dtype)
        b_tile = T.alloc_fragment((BLOCK_N,), dtype)

        # 复制多少由 fragment 的大小决定。超出 a 和 b 末尾的部分载入的是 0。
        T.copy(a[bx * BLOCK_N], a_tile)
        T.copy(b[bx * BLOCK_N], b_tile)
        # 两个 fragment 的分散方式相同，所以每个线程需要的元素都在自己的寄存器里。
        for i in T.Parallel(BLOCK_N):
            a_tile[i] += b_tile[i]
        # 超出 out 末尾的部分不会写回。
        T.copy(a_tile, out[bx * BLOCK_N])

    return out
