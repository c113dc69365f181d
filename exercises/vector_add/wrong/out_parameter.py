#@ expect: compile-error
#@ says: T.empty
# Three tensors as parameters, nothing made by T.empty: the exercise passes two.
import tilelang
import tilelang.language as T


@tilelang.jit
def vector_add_kernel(a, b, out, BLOCK_N: int, dtype):  #~ compile-error
    N = T.const("N")
    a: T.Tensor((N,), dtype)
    b: T.Tensor((N,), dtype)
    out: T.Tensor((N,), dtype)
    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        for i in T.Parallel(BLOCK_N):
            out[bx * BLOCK_N + i] = a[bx * BLOCK_N + i] + b[bx * BLOCK_N + i]
