#@ expect: launch-failure
#@ says: 1024
# A block has at most 1024 threads.
import tilelang
import tilelang.language as T


@tilelang.jit
def copy_kernel(src, BLOCK_N: int, dtype):
    N = T.const("N")
    src: T.Tensor((N,), dtype)
    out = T.empty((N,), dtype)
    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=2048) as bx:  #~ launch-failure
        for i in T.Parallel(BLOCK_N):
            out[bx * BLOCK_N + i] = src[bx * BLOCK_N + i]
    return out
