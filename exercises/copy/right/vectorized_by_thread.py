# Each thread moves four neighbouring elements at a time.
import tilelang
import tilelang.language as T


@tilelang.jit
def copy_kernel(src, BLOCK_N: int, dtype):
    N = T.const("N")
    src: T.Tensor((N,), dtype)
    out = T.empty((N,), dtype)
    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        tx = T.get_thread_binding(0)
        for k in T.Serial(T.ceildiv(BLOCK_N, 512)):
            for v in T.vectorized(4):
                out[bx * BLOCK_N + k * 512 + tx * 4 + v] = src[bx * BLOCK_N + k * 512 + tx * 4 + v]
    return out
