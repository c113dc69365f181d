#@ expect: hang
#@ says: had not ended
# The column does not advance.
import tilelang
import tilelang.language as T


@tilelang.jit
def reduce_sum_kernel(src, BLOCK_N: int, BLOCK_M: int):
    N, M = T.const("N, M")
    src: T.Tensor((N, M), T.float32)
    out = T.empty((N,), T.float32)
    with T.Kernel(T.ceildiv(N, 128), threads=128) as bx:
        tx = T.get_thread_binding(0)
        col = T.alloc_var(T.int32)
        total = T.alloc_var(T.float32)
        if bx * 128 + tx < N:
            col = 0
            total = 0.0
            while col < M:
                total += src[bx * 128 + tx, col]  #~ hang
            out[bx * 128 + tx] = total
    return out
