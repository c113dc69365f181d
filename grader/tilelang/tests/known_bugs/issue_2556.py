#@ exercise: vector_add
#@ bug: tile-ai/tilelang#2556
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
        s = T.alloc_shared((128,), T.float32)
        tx = T.get_thread_binding()
        if tx < 48:
            s[tx] = a[bx * 128 + tx]
            out[bx * 128 + tx] = s[47 - tx]
    return out
