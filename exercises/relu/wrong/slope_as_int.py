#@ expect: wrong-result
#@ says: `out[0]` is 0, wanted -0.081513636
# The slope loses its fraction.
import tilelang
import tilelang.language as T


@tilelang.jit
def relu_kernel(src, slope: float, BLOCK_N: int, dtype):
    N = T.const("N")
    src: T.Tensor((N,), dtype)
    out = T.empty((N,), dtype)
    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        for i in T.Parallel(BLOCK_N):
            x = src[bx * BLOCK_N + i]
            out[bx * BLOCK_N + i] = T.if_then_else(x > 0, x, int(slope) * x)  #~ wrong-result
    return out
