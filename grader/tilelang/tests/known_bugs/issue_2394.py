#@ exercise: vector_add
#@ bug: tile-ai/tilelang#2394
#@ fixed
import tilelang
import tilelang.language as T


@tilelang.jit
def vector_add_kernel(a, b, BLOCK_N: int, dtype):
    N = T.const("N")
    a: T.Tensor((N,), dtype)
    b: T.Tensor((N,), dtype)
    out = T.empty((N,), dtype)
    with T.Kernel(T.ceildiv(N, 256), threads=128) as bx:
        d = T.alloc_fragment((48,), T.float32)
        x = T.alloc_fragment((64, 48), T.float32)
        T.copy(a[0], d)
        for i, j in T.Parallel(64, 48):
            x[i, j] = d[j] * 2.0
        for i, j in T.Parallel(64, 48):
            out[i * 48 + j] = x[i, j]
    return out
