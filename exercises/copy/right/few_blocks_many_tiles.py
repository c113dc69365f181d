# Four blocks, each of which goes over every fourth tile.
import tilelang
import tilelang.language as T


@tilelang.jit
def copy_kernel(src, BLOCK_N: int, dtype):
    N = T.const("N")
    src: T.Tensor((N,), dtype)
    out = T.empty((N,), dtype)
    with T.Kernel(4, threads=128) as bx:
        for k in T.Serial(T.ceildiv(T.ceildiv(N, BLOCK_N), 4)):
            first = (k * 4 + bx) * BLOCK_N
            for i in T.Parallel(BLOCK_N):
                out[first + i] = src[first + i]
    return out
