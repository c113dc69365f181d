#@ expect: unwritten-output
#@ says: elements 0..1023
# bx + BLOCK_N instead of bx * BLOCK_N.
import tilelang
import tilelang.language as T


@tilelang.jit
def copy_kernel(src, BLOCK_N: int, dtype):  #~ unwritten-output
    N = T.const("N")
    src: T.Tensor((N,), dtype)
    out = T.empty((N,), dtype)
    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        for i in T.Parallel(BLOCK_N):
            out[bx + BLOCK_N + i] = src[bx + BLOCK_N + i]
    return out
