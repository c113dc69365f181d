#@ expect: unwritten-output
#@ says: `out[1024]` was never written
# The last tile, which is not full, has no block.
import tilelang
import tilelang.language as T


@tilelang.jit
def relu_kernel(src, slope: float, BLOCK_N: int, dtype):  #~ unwritten-output
    N = T.const("N")
    src: T.Tensor((N,), dtype)
    out = T.empty((N,), dtype)
    with T.Kernel(T.max(N // BLOCK_N, 1), threads=128) as bx:
        for i in T.Parallel(BLOCK_N):
            x = src[bx * BLOCK_N + i]
            out[bx * BLOCK_N + i] = T.if_then_else(x > 0, x, slope * x)
    return out
