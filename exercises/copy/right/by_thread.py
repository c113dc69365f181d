# Written by thread: each copies every 128th element of the tile.
import tilelang
import tilelang.language as T


@tilelang.jit
def copy_kernel(src, BLOCK_N: int, dtype):
    N = T.const("N")
    src: T.Tensor((N,), dtype)
    out = T.empty((N,), dtype)
    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        tx = T.get_thread_binding(0)
        for k in T.Serial(T.ceildiv(BLOCK_N, 128)):
            if bx * BLOCK_N + k * 128 + tx < N:
                out[bx * BLOCK_N + k * 128 + tx] = src[bx * BLOCK_N + k * 128 + tx]
    return out
