#@ expect: launch-failure
#@ says: blocks cannot be launched
#@ line: none
# N // BLOCK_N is 0 for small N: no block at all.
import tilelang
import tilelang.language as T


@tilelang.jit
def copy_kernel(src, BLOCK_N: int, dtype):
    N = T.const("N")
    src: T.Tensor((N,), dtype)
    out = T.empty((N,), dtype)
    with T.Kernel(N // BLOCK_N, threads=128) as bx:
        for i in T.Parallel(BLOCK_N):
            out[bx * BLOCK_N + i] = src[bx * BLOCK_N + i]
    return out
