# Written by thread.
import tilelang
import tilelang.language as T


@tilelang.jit
def vector_add_kernel(a, b, BLOCK_N: int, dtype):
    N = T.const("N")
    a: T.Tensor((N,), dtype)
    b: T.Tensor((N,), dtype)
    out = T.empty((N,), dtype)
    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        tx = T.get_thread_binding(0)
        for k in T.Serial(T.ceildiv(BLOCK_N, 128)):
            i = bx * BLOCK_N + k * 128 + tx
            if i < N:
                out[i] = a[i] + b[i]
    return out
