#@ exercise: vector_add
#@ bug: tile-ai/tilelang#1026
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
        T.copy(a[bx * 128], s)
        if tx % 2 == 0:
            x = s[tx]
            s[tx ^ 1] = x
        T.copy(s, out[bx * 128])
    return out
