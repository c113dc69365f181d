# Default arguments, a constant of its own, a message when the file is loaded.
import tilelang
import tilelang.language as T

print("loaded")
THREADS = 64


@tilelang.jit
def copy_kernel(src, BLOCK_N: int = 256, dtype=T.float32):
    N = T.const("N")
    src: T.Tensor((N,), dtype)
    out = T.empty((N,), dtype)
    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=THREADS) as bx:
        for i in T.Parallel(BLOCK_N):
            out[bx * BLOCK_N + i] = src[bx * BLOCK_N + i]
    return out
