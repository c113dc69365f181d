# A warp for each row, with shuffles.
import tilelang
import tilelang.language as T


@tilelang.jit
def layer_norm_kernel(src, gamma, beta, BLOCK_N: int, BLOCK_M: int, eps: float):
    N, M = T.const("N, M")
    src: T.Tensor((N, M), T.float32)
    gamma: T.Tensor((M,), T.float32)
    beta: T.Tensor((M,), T.float32)
    out = T.empty((N, M), T.float32)
    with T.Kernel(N, threads=32) as bx:
        tx = T.get_thread_binding(0)
        total = T.alloc_var(T.float32)
        squares = T.alloc_var(T.float32)
        total = 0.0
        for k in T.Serial(M // 32):
            total += src[bx, k * 32 + tx]
        total = T.warp_reduce_sum(total) / M
        squares = 0.0
        for k in T.Serial(M // 32):
            squares += (src[bx, k * 32 + tx] - total) * (src[bx, k * 32 + tx] - total)
        squares = T.rsqrt(T.warp_reduce_sum(squares) / M + eps)
        for k in T.Serial(M // 32):
            out[bx, k * 32 + tx] = (src[bx, k * 32 + tx] - total) * squares * gamma[k * 32 + tx] + beta[k * 32 + tx]
    return out
