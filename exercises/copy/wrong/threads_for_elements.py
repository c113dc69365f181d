#@ expect: unwritten-output
#@ says: 128..999
# 128 threads copy one element each, and a tile has more.
import tilelang
import tilelang.language as T


@tilelang.jit
def copy_kernel(src, BLOCK_N: int, dtype):  #~ unwritten-output
    N = T.const("N")
    src: T.Tensor((N,), dtype)
    out = T.empty((N,), dtype)
    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        tx = T.get_thread_binding(0)
        out[bx * BLOCK_N + tx] = src[bx * BLOCK_N + tx]
    return out
