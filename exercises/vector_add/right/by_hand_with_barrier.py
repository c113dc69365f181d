# Written by thread, with shared memory and the barriers that it needs.
import tilelang
import tilelang.language as T


@tilelang.jit
def vector_add_kernel(a, b, BLOCK_N: int, dtype):
    N = T.const("N")
    a: T.Tensor((N,), dtype)
    b: T.Tensor((N,), dtype)
    out = T.empty((N,), dtype)
    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        tile = T.alloc_shared((128,), dtype)
        tx = T.get_thread_binding(0)
        for k in T.Serial(T.ceildiv(BLOCK_N, 128)):
            tile[127 - tx] = b[bx * BLOCK_N + k * 128 + 127 - tx]
            T.sync_threads()
            out[bx * BLOCK_N + k * 128 + tx] = a[bx * BLOCK_N + k * 128 + tx] + tile[tx]
            T.sync_threads()
    return out
