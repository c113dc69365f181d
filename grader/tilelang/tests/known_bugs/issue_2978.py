#@ exercise: vector_add
#@ bug: tile-ai/tilelang#2978
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
        with T.ws(-1):
            out[bx * 128 + tx] = a[bx * 128 + tx]
    return out
