# Each thread adds up one row.
import tilelang
import tilelang.language as T


@tilelang.jit
def reduce_sum_kernel(src, BLOCK_N: int, BLOCK_M: int):
    N, M = T.const("N, M")
    src: T.Tensor((N, M), T.float32)
    out = T.empty((N,), T.float32)
    with T.Kernel(T.ceildiv(N, 128), threads=128) as bx:
        tx = T.get_thread_binding(0)
        total = T.alloc_var(T.float32)
        total = 0.0
        row = bx * 128 + tx
        if row < N:
            for col in T.Serial(M):
                total += src[row, col]
            out[row] = total
    return out
