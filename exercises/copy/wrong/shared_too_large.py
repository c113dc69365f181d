#@ expect: launch-failure
#@ says: shared memory
#@ line: none
# A tile of 256 KiB does not fit into shared memory.
import tilelang
import tilelang.language as T


@tilelang.jit
def copy_kernel(src, BLOCK_N: int, dtype):
    N = T.const("N")
    src: T.Tensor((N,), dtype)
    out = T.empty((N,), dtype)
    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        tile = T.alloc_shared((64, BLOCK_N), T.float32)
        for i in T.Parallel(BLOCK_N):
            tile[63, i] = src[bx * BLOCK_N + i]
        for i in T.Parallel(BLOCK_N):
            out[bx * BLOCK_N + i] = tile[63, i]
    return out
