import tilelang
import tilelang.language as T

# out[i] = a[i] + b[i] for i = 0 … N-1: load two tiles, add them, store the sum.


@tilelang.jit
def vector_add_kernel(a, b, BLOCK_N: int, dtype):
    N = T.const("N")
    a: T.Tensor((N,), dtype)
    b: T.Tensor((N,), dtype)
    out = T.empty((N,), dtype)

    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        # A fragment is one array for the whole block, spread over the registers of its threads.
        a_tile = T.alloc_fragment((BLOCK_N,), dtype)
        b_tile = T.alloc_fragment((BLOCK_N,), dtype)

        # The size of the copy is the fragment's. Beyond the end of a and b it loads zeros.
        T.copy(a[bx * BLOCK_N], a_tile)
        T.copy(b[bx * BLOCK_N], b_tile)
        # Both fragments are spread in the same way, so each thread finds what it needs in its own registers.
        for i in T.Parallel(BLOCK_N):
            a_tile[i] += b_tile[i]
        # Beyond the end of out it stores nothing.
        T.copy(a_tile, out[bx * BLOCK_N])

    return out
