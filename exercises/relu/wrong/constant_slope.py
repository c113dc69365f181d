#@ expect: wrong-result
#@ says: multiplied by 0.01
# A slope of its own.
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
            out[bx * BLOCK_N + i] = T.if_then_else(x > 0, x, 0.01 * x)  #~ wrong-result
    return out
