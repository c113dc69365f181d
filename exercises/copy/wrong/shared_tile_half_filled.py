#@ expect: uninitialized-read
#@ says: `tile[256]` is read
# Half of the shared tile is loaded, all of it is stored.
import tilelang
import tilelang.language as T


@tilelang.jit
def copy_kernel(src, BLOCK_N: int, dtype):
    N = T.const("N")
    src: T.Tensor((N,), dtype)
    out = T.empty((N,), dtype)
    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        tile = T.alloc_shared((BLOCK_N,), dtype)
        for i in T.Parallel(BLOCK_N // 2):
            tile[i] = src[bx * BLOCK_N + i]
        for i in T.Parallel(BLOCK_N):
            out[bx * BLOCK_N + i] = tile[i]  #~ uninitialized-read
    return out
