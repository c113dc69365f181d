import tilelang
import tilelang.language as T

# out[i, j] = Σ a[i, p] * b[p, j]，其中 a 有 M 行 K 列，b 有 K 行 N 列，out 有 M 行 N 列。
#
# 一个线程块计算 out 的一个数据块（tile），BLOCK_M 行、BLOCK_N 列。它沿着 K 每次前进 BLOCK_K：a 和 b 各有一个数据块进入
# 共享内存，再由 T.gemm 相乘。超出 a 和 b 的部分，T.copy 填 0，对任何和都没有影响，所以大小可以是任意的。


@tilelang.jit
def matmul_kernel(a, b, BLOCK_M: int, BLOCK_N: int, BLOCK_K: int, dtype):
    M, N, K = T.const("M, N, K")
    a: T.Tensor((M, K), dtype)
    b: T.Tensor((K, N), dtype)
    out = T.empty((M, N), dtype)

    with T.Kernel(T.ceildiv(N, BLOCK_N), T.ceildiv(M, BLOCK_M), threads=128) as (bx, by):
        a_tile = T.alloc_shared((BLOCK_M, BLOCK_K), dtype)
        b_tile = T.alloc_shared((BLOCK_K, BLOCK_N), dtype)
        # 不管 dtype 是什么，和都是 float：half 只有 11 位，在很大的和旁边会丢掉小的乘积。
        total = T.alloc_fragment((BLOCK_M, BLOCK_N), T.float32)

        T.clear(total)
        for k in T.Serial(T.ceildiv(K, BLOCK_K)):
            # TileLang 会加上两个同步屏障：一个在载入之后，一个在下一次载入之前。
            T.copy(a[by * BLOCK_M, k * BLOCK_K], a_tile)
            T.copy(b[k * BLOCK_K, bx * BLOCK_N], b_tile)
            # total += a_tile × b_tile。哪个线程计算什么、怎样计算，由 TileLang 决定：类型允许时使用张量核心。
            T.gemm(a_tile, b_tile, total)
        T.copy(total, out[by * BLOCK_M, bx * BLOCK_N])

    return out
