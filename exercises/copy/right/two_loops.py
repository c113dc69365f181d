# The tile as a small matrix.
import tilelang
import tilelang.language as T


@tilelang.jit
def copy_kernel(src, BLOCK_N: int, dtype):
    N = T.const("N")
    src: T.Tensor((N,), dtype)
    out = T.empty((N,), dtype)
    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        for i, j in T.Parallel(BLOCK_N // 32, 32):
            out[bx * BLOCK_N + i * 32 + j] = src[bx * BLOCK_N + i * 32 + j]
    return out
