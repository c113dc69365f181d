#@ exercise: vector_add
#@ bug: tile-ai/tilelang#2957
import tilelang
import tilelang.language as T


@tilelang.jit
def vector_add_kernel(a, b, BLOCK_N: int, dtype):
    N = T.const("N")
    a: T.Tensor((N,), dtype)
    b: T.Tensor((N,), dtype)
    out = T.empty((N,), dtype)
    with T.Kernel(T.ceildiv(N, 256), threads=128) as bx:
        f = T.alloc_fragment((256,), T.float32)
        for i in T.Parallel(100):
            f[i] = 5.0
        for i in T.Parallel(256):
            out[bx * 256 + i] = f[i] + a[bx * 256 + i]
    return out
