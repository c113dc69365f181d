#@ expect: compile-error
#@ says: +
# Calls NumPy on what is only a description of an array.
import tilelang
import tilelang.language as T


@tilelang.jit
def vector_add_kernel(a, b, BLOCK_N: int, dtype):
    N = T.const("N")
    a: T.Tensor((N,), dtype)
    b: T.Tensor((N,), dtype)
    out = T.empty((N,), dtype)
    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        import numpy as np
        out = np.add(a, b)  #~ compile-error
    return out
