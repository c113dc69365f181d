import tilelang
import tilelang.language as T

# out[i] = src[i] for i = 0 … N-1.
#
# One block per tile of BLOCK_N elements. The function runs once, in Python, and describes the kernel; the sizes are
# known while it does, so TileLang knows which tile reaches beyond the end and adds the tests that it needs.


@tilelang.jit
def copy_kernel(src, BLOCK_N: int, dtype):
    N = T.const("N")
    src: T.Tensor((N,), dtype)
    out = T.empty((N,), dtype)

    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        first = bx * BLOCK_N
        # T.Parallel: no pass depends on another one, so the threads of the block share them out. TileLang chooses who
        # does what, here so that each thread moves several neighbouring elements at once.
        for i in T.Parallel(BLOCK_N):
            out[first + i] = src[first + i]
        # The same in one line: T.copy(src[first : first + BLOCK_N], out[first : first + BLOCK_N])

    return out
