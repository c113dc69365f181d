# Tiles of 256 elements by way of shared memory, in a pipelined loop.
import tilelang
import tilelang.language as T


@tilelang.jit
def copy_kernel(src, BLOCK_N: int, dtype):
    N = T.const("N")
    src: T.Tensor((N,), dtype)
    out = T.empty((N,), dtype)
    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        tile = T.alloc_shared((256,), dtype)
        for k in T.Pipelined(BLOCK_N // 256, num_stages=2):
            T.copy(src[bx * BLOCK_N + k * 256], tile)
            T.copy(tile, out[bx * BLOCK_N + k * 256])
    return out
