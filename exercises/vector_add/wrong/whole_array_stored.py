#@ expect: compile-error
#@ says: different shapes
# T.copy into the whole array: the shapes do not match.
import tilelang
import tilelang.language as T


@tilelang.jit
def vector_add_kernel(a, b, BLOCK_N: int, dtype):
    N = T.const("N")
    a: T.Tensor((N,), dtype)
    b: T.Tensor((N,), dtype)
    out = T.empty((N,), dtype)
    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        a_tile = T.alloc_fragment((BLOCK_N,), dtype)
        b_tile = T.alloc_fragment((BLOCK_N,), dtype)
        T.copy(a[bx * BLOCK_N], a_tile)
        T.copy(b[bx * BLOCK_N], b_tile)
        for i in T.Parallel(BLOCK_N):
            a_tile[i] += b_tile[i]
        T.copy(a_tile, out)  #~ compile-error
    return out
