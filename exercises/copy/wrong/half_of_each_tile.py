#@ expect: unwritten-output
#@ says: 512..999
# The loop goes over half of the tile.
import tilelang
import tilelang.language as T


@tilelang.jit
def copy_kernel(src, BLOCK_N: int, dtype):  #~ unwritten-output
    N = T.const("N")
    src: T.Tensor((N,), dtype)
    out = T.empty((N,), dtype)
    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        for i in T.Parallel(BLOCK_N // 2):
            out[bx * BLOCK_N + i] = src[bx * BLOCK_N + i]
    return out
