#@ expect: unwritten-output
#@ says: 492 of 1000 elements of `out` were never written
# What is not positive is stored nowhere.
import tilelang
import tilelang.language as T


@tilelang.jit
def relu_kernel(src, slope: float, BLOCK_N: int, dtype):  #~ unwritten-output
    N = T.const("N")
    src: T.Tensor((N,), dtype)
    out = T.empty((N,), dtype)
    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        for i in T.Parallel(BLOCK_N):
            x = src[bx * BLOCK_N + i]
            if x > 0:
                out[bx * BLOCK_N + i] = x
    return out
