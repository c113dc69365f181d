#@ expect: unwritten-output
#@ says: never written
# The TODOs are not filled in.
import tilelang
import tilelang.language as T


@tilelang.jit
def vector_add_kernel(a, b, BLOCK_N: int, dtype):  #~ unwritten-output
    N = T.const("N")
    a: T.Tensor((N,), dtype)
    b: T.Tensor((N,), dtype)
    out = T.empty((N,), dtype)
    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        a_tile = T.alloc_fragment((BLOCK_N,), dtype)
        b_tile = T.alloc_fragment((BLOCK_N,), dtype)
    return out
