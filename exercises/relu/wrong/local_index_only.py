#@ expect: unwritten-output
#@ says: was never written
# The index lacks the tiles before.
import tilelang
import tilelang.language as T


@tilelang.jit
def relu_kernel(src, slope: float, BLOCK_N: int, dtype):  #~ unwritten-output
    N = T.const("N")
    src: T.Tensor((N,), dtype)
    out = T.empty((N,), dtype)
    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        for i in T.Parallel(BLOCK_N):
            x = src[i]
            out[i] = T.if_then_else(x > 0, x, slope * x)
    return out
