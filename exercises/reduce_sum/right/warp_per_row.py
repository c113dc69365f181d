# A warp for each row, with shuffles.
import tilelang
import tilelang.language as T


@tilelang.jit
def reduce_sum_kernel(src, BLOCK_N: int, BLOCK_M: int):
    N, M = T.const("N, M")
    src: T.Tensor((N, M), T.float32)
    out = T.empty((N,), T.float32)
    with T.Kernel(N, threads=32) as bx:
        tx = T.get_thread_binding(0)
        total = T.alloc_var(T.float32)
        total = 0.0
        for k in T.Serial(T.ceildiv(M, 32)):
            if k * 32 + tx < M:
                total += src[bx, k * 32 + tx]
        total = T.warp_reduce_sum(total)
        if tx == 0:
            out[bx] = total
    return out
