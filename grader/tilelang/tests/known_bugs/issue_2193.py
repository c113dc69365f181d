#@ exercise: vector_add
#@ bug: tile-ai/tilelang#2193
#@ fixed
import tilelang
import tilelang.language as T


@tilelang.jit
def vector_add_kernel(a, b, BLOCK_N: int, dtype):
    N = T.const("N")
    a: T.Tensor((N,), dtype)
    b: T.Tensor((N,), dtype)
    out = T.empty((N,), dtype)
    with T.Kernel(T.ceildiv(N, 128), threads=128) as bx:
        tx = T.get_thread_binding()
        T.sync_threads(tx // 64, 64)
        out[bx * 128 + tx] = a[bx * 128 + tx]
    return out
