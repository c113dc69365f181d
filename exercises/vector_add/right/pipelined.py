# Tiles of 256 elements in a pipelined loop.
import tilelang
import tilelang.language as T


@tilelang.jit
def vector_add_kernel(a, b, BLOCK_N: int, dtype):
    N = T.const("N")
    a: T.Tensor((N,), dtype)
    b: T.Tensor((N,), dtype)
    out = T.empty((N,), dtype)
    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        a_tile = T.alloc_shared((256,), dtype)
        b_tile = T.alloc_shared((256,), dtype)
        for k in T.Pipelined(BLOCK_N // 256, num_stages=2):
            T.copy(a[bx * BLOCK_N + k * 256], a_tile)
            T.copy(b[bx * BLOCK_N + k * 256], b_tile)
            for i in T.Parallel(256):
                out[bx * BLOCK_N + k * 256 + i] = a_tile[i] + b_tile[i]
    return out
