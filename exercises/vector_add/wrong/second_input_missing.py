#@ expect: compile-error
#@ says: one input
# The second input is not among the parameters.
import tilelang
import tilelang.language as T


@tilelang.jit
def vector_add_kernel(a, BLOCK_N: int, dtype):  #~ compile-error
    N = T.const("N")
    a: T.Tensor((N,), dtype)
    out = T.empty((N,), dtype)
    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        for i in T.Parallel(BLOCK_N):
            out[bx * BLOCK_N + i] = a[bx * BLOCK_N + i]
    return out
