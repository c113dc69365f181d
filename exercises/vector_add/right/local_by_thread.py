# Four elements in each thread's own array.
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
        part = T.alloc_local((4,), dtype)
        for k in T.Serial(T.ceildiv(BLOCK_N, 512)):
            for v in T.vectorized(4):
                part[v] = a[bx * BLOCK_N + k * 512 + tx * 4 + v]
            for v in T.vectorized(4):
                part[v] += b[bx * BLOCK_N + k * 512 + tx * 4 + v]
            for v in T.vectorized(4):
                out[bx * BLOCK_N + k * 512 + tx * 4 + v] = part[v]
    return out
