#@ exercise: vector_add
import tilelang
import tilelang.language as T


@tilelang.jit
def vector_add_kernel(a, b, BLOCK_N: int, dtype):
    N = T.const("N")
    a: T.Tensor((N,), dtype)
    b: T.Tensor((N,), dtype)
    out = T.empty((N,), dtype)
    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        for i in T.Parallel(BLOCK_N):
            out[bx * BLOCK_N + i] = a[(bx * BLOCK_N + i) / 1] + b[bx * BLOCK_N + i]
    return out
#@ finds: 14 compile-error
