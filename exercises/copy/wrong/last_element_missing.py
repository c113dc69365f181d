#@ expect: unwritten-output
#@ says: last element
# The test leaves out the last element.
import tilelang
import tilelang.language as T


@tilelang.jit
def copy_kernel(src, BLOCK_N: int, dtype):  #~ unwritten-output
    N = T.const("N")
    src: T.Tensor((N,), dtype)
    out = T.empty((N,), dtype)
    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        for i in T.Parallel(BLOCK_N):
            if bx * BLOCK_N + i < N - 1:
                out[bx * BLOCK_N + i] = src[bx * BLOCK_N + i]
    return out
