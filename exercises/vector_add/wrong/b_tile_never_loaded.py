#@ expect: uninitialized-read
#@ says: is read
# b_tile is never loaded.
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
        for i in T.Parallel(BLOCK_N):
            a_tile[i] += b_tile[i]  #~ uninitialized-read
        T.copy(a_tile, out[bx * BLOCK_N])
    return out
