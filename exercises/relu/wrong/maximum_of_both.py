#@ expect: wrong-result
#@ says: `max(src, slope * src)`
# The larger of the two is the definition only while the slope is at most 1.
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
            out[bx * BLOCK_N + i] = T.max(x, slope * x)  #~ wrong-result
    return out
