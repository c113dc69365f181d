# A block for each row and a tree in shared memory, written by thread.
import tilelang
import tilelang.language as T


@tilelang.jit
def reduce_sum_kernel(src, BLOCK_N: int, BLOCK_M: int):
    N, M = T.const("N, M")
    src: T.Tensor((N, M), T.float32)
    out = T.empty((N,), T.float32)
    with T.Kernel(N, threads=128) as bx:
        tx = T.get_thread_binding(0)
        partial = T.alloc_shared((128,), T.float32)
        total = T.alloc_var(T.float32)
        total = 0.0
        for k in T.Serial(T.ceildiv(M, 128)):
            if k * 128 + tx < M:
                total += src[bx, k * 128 + tx]
        partial[tx] = total
        T.sync_threads()
        for level in T.Serial(7):
            if tx < (64 >> level):
                partial[tx] += partial[tx + (64 >> level)]
            T.sync_threads()
        if tx == 0:
            out[bx] = partial[0]
    return out
