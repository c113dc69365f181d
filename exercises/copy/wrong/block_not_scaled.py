#@ expect: unwritten-output
#@ says: 98882 of 100003
# bx counts tiles, not elements: tile bx begins at bx * BLOCK_N.
import tilelang
import tilelang.language as T


@tilelang.jit
def copy_kernel(src, BLOCK_N: int, dtype):  #~ unwritten-output
    N = T.const("N")
    src: T.Tensor((N,), dtype)
    out = T.empty((N,), dtype)
    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        for i in T.Parallel(BLOCK_N):
            out[bx + i] = src[bx + i]
    return out
